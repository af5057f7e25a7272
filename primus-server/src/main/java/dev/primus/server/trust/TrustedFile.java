package dev.primus.server.trust;

import dev.primus.server.talk.Complaint;
import java.io.IOException;
import java.nio.file.Path;

/** A file named by a setting: obeyed, or its content sent, only if no other user can change it. */
public final class TrustedFile {
    private TrustedFile() {}

    /**
     * The path to read it from.
     *
     * @param named the setting and its value as the operator wrote them, for the message
     * @throws Complaint if another user can change it
     * @throws IOException if it does not exist or cannot be looked at
     */
    public static Path resolve(String named, Path file) throws IOException {
        try {
            return PathTrust.ofThisProcess().requireFile(file);
        } catch (UntrustedPathException e) {
            throw Complaint.usage("%s is not trusted: %s.".formatted(named, e.getMessage()), e);
        }
    }
}
