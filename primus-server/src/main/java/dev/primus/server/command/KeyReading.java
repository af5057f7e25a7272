package dev.primus.server.command;

import dev.primus.cluster.ballot.BadKeyFile;
import dev.primus.server.talk.Complaint;
import dev.primus.server.trust.TrustedFile;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a file of keys, or says which one is not usable and why. */
@FunctionalInterface
interface KeyReading<T> {

    T read(Path file) throws IOException, BadKeyFile;

    static <T> T of(String setting, Path file, KeyReading<T> reading) {
        try {
            return reading.read(TrustedFile.resolve("%s = '%s'".formatted(setting, file), file));
        } catch (BadKeyFile e) {
            throw Complaint.usage("%s = '%s' is not usable: %s.".formatted(setting, file, e.getMessage()), e);
        } catch (IOException e) {
            throw Complaint.usage(
                    "%s = '%s' cannot be read: check the name and who may read it (%s)."
                            .formatted(setting, file, e.getClass().getSimpleName()),
                    e);
        }
    }
}
