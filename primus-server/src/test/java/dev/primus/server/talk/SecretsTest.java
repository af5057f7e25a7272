package dev.primus.server.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.server.store.StoreUrl;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db:5432/app, jdbc:postgresql://db:5432/app",
        "jdbc:postgresql://db/app?user=me&password=hunter2, jdbc:postgresql://db/app?…",
        "jdbc:postgresql://me:hunter2@db/app, jdbc:postgresql://db/app",
        "jdbc:postgresql://me:hun@ter/2@db/app, jdbc:postgresql://db/app",
        "jdbc:postgresql://me:hun?ter2@db/app, jdbc:postgresql://db/app",
        "jdbc:postgresql://db/app?user=me@corp&password=x, jdbc:postgresql://db/app?…",
        "jdbc:mariadb://a:1/x;password=hunter2, jdbc:mariadb://a:1/x;…",
        "jdbc:oracle:thin:scott/tiger@db, jdbc:oracle:@db",
        "postgres://me:hunter2@db/app, postgres://db/app",
        "jdbc:sqlite:/home/me/primus.db, jdbc:sqlite:/home/me/primus.db",
    })
    void aUrlIsCutDownToWhatIdentifiesTheDatabase(String url, String shown) {
        assertThat(Secrets.maskUrl(url)).isEqualTo(shown);
    }

    @Test
    void urlsInTheMiddleOfTextAreFoundToo() {
        assertThat(Secrets.maskUrls("cannot open \"jdbc:postgresql://u:p@h/d?password=x\": no"))
                .isEqualTo("cannot open \"jdbc:postgresql://h/d?…\": no");
    }

    @Test
    void passwordsOfUrlsAreBlankedWhereverTheyTurnUp() {
        Secrets secrets = new Secrets();
        StoreUrl.parse("jdbc:postgresql://db/app?user=me&password=hun%20ter2&sslkey=k3y")
                .confide(secrets);
        StoreUrl.parse("jdbc:mariadb://me:s3same@db/app").confide(secrets);
        assertThat(secrets.mask("FATAL: hun ter2, hun%20ter2, k3y and s3same"))
                .isEqualTo("FATAL: ***, ***, *** and ***");
    }

    @Test
    void aLongerSecretIsBlankedBeforeOneItContains() {
        Secrets secrets = new Secrets();
        secrets.add("abc");
        secrets.add("abcdef");
        assertThat(secrets.mask("x abcdef y abc")).isEqualTo("x *** y ***");
    }

    @Test
    void aStreamMasksWhatComesInPieces() {
        Secrets secrets = new Secrets();
        secrets.add("hunter2");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = MaskedStream.over(bytes, secrets::mask)) {
            out.write('h');
            out.write("unter".getBytes(StandardCharsets.UTF_8), 0, 5);
            out.flush();
            out.println("2 – ✓");
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("*** – ✓" + System.lineSeparator());
    }
}
