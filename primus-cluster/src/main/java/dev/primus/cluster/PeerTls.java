package dev.primus.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * TLS 1.3 between the peers; each shows a certificate and checks the other's.
 *
 * @param keyStore PKCS12, with this node's key and certificate
 * @param trustStore PKCS12, with the authority that signed the peers' certificates and nothing else: whoever it vouches
 *     for is a peer
 * @param password of both files and of the key
 */
public record PeerTls(Path keyStore, Path trustStore, Secret password) {

    SSLContext context() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load("TLS key store", keyStore), password.chars());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load("TLS trust store", trustStore));
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "TLS key store '%s' is not usable: allowed is a PKCS12 file whose key has the same password: %s"
                            .formatted(keyStore, e.getMessage()),
                    e);
        }
    }

    private KeyStore load(String setting, Path file) throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.chars());
            if (store.size() == 0) {
                throw new IOException("it is empty");
            }
            return store;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%s '%s' is not usable: allowed is a readable PKCS12 file with the password that was given: %s"
                            .formatted(setting, file, e.getMessage()),
                    e);
        }
    }
}
