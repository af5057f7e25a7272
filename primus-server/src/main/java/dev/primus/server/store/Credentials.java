package dev.primus.server.store;

import dev.primus.server.talk.Complaint;
import dev.primus.server.trust.TrustedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who we are to a database server; either may be null, if the URL or the server's own rules say enough. The text form
 * shows neither.
 */
public record Credentials(@Nullable String user, @Nullable String password) {
    public static final Credentials NONE = new Credentials(null, null);

    /**
     * Reads a password from a file, or from {@code stdin} if the name is {@code -}; one trailing line end is not part of
     * it.
     *
     * @param where by what the file was named, for messages
     */
    public static String readPassword(String where, String file, InputStream stdin) {
        try {
            byte[] bytes = file.equals("-")
                    ? stdin.readAllBytes()
                    : Files.readAllBytes(TrustedFile.resolve(where + " " + file, Path.of(file)));
            String password = new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\r?\\n$", "");
            if (password.isEmpty()) {
                throw Complaint.usage("%s %s is empty: put the password into it.".formatted(where, file));
            }
            return password;
        } catch (IOException e) {
            throw Complaint.usage(
                    "%s %s cannot be read: check the name and its permissions.".formatted(where, file), e);
        }
    }

    @Override
    public String toString() {
        return "Credentials";
    }
}
