package dev.primus.cluster;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Key stores, made in a hurry: each trusts itself and no other. */
final class Keys {
    private static final String PASSWORD = "changeit";

    private Keys() {}

    static PeerTls tls(Path folder, String name) throws Exception {
        Path keys = folder.resolve(name + ".p12");
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/keytool",
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-keystore",
                        keys.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("keytool: " + said);
        }
        return new PeerTls(keys, keys, Secret.of(PASSWORD));
    }
}
