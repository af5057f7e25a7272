package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Masked;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmallPartsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "No suitable driver found for jdbc:mariadb://db/x?user=root&password=hunter2",
                "cannot reach postgresql://app:hunter2@db:5432/x",
                "bad setting password=hunter2, go away",
                "failed (pwd: hunter2)",
                "jdbc:postgresql://db/x?sslpassword=hunter2 was refused"
            })
    @DisplayName("CWE-532 no message holds a secret")
    void secretsAreMasked(String message) {
        assertThat(Masked.text(message)).doesNotContain("hunter2");
        SQLException copy = Masked.copy(new SQLException(message, "08001", 7));
        assertThat(copy.getMessage()).doesNotContain("hunter2");
        assertThat(copy.getErrorCode()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No suitable driver found for jdbc:mariadb://db/x?user=root&password=hunter2",
                "cannot reach postgresql://app:hunter2@db:5432/x",
            })
    @DisplayName("CWE-532 nor does what was at the bottom of it")
    void secretsOfCausesAreMasked(String message) {
        SQLException error =
                new SQLException("it failed", "08001", new IOException("on the way", new IOException(message)));
        assertThat(Masked.text(error)).startsWith("it failed (IOException: ").doesNotContain("hunter2");
        StringWriter trace = new StringWriter();
        Masked.copy(error).printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .contains("IOException: on the way")
                .contains("secretsOfCausesAreMasked")
                .doesNotContain("hunter2");
    }

    @Test
    @DisplayName("an error is told with its root, but never twice, and a ring of causes has an end")
    void rootCauses() {
        Throwable refused = new IOException("Connection refused");
        assertThat(Masked.text(new SQLException("failed", refused)))
                .isEqualTo("failed (IOException: Connection refused)");
        assertThat(Masked.text(new SQLException("failed: Connection refused", refused)))
                .isEqualTo("failed: Connection refused");
        assertThat(Masked.text(new SQLException("failed", new EOFException()))).isEqualTo("failed (EOFException)");
        SQLException ring = new SQLException("round");
        ring.initCause(new IOException("and round", ring));
        assertThat(Masked.text(ring)).startsWith("round");
        assertThat(Masked.copy(ring).getMessage()).isEqualTo("round");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Primus_", "primus;drop", "p\"x", "primus lease", "1primus_", "a.b_"})
    @Tag("L1")
    @DisplayName("CWE-89 a table prefix that is not plain is refused")
    void badPrefixes(String prefix) {
        assertThatThrownBy(() -> Tables.withPrefix(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed is");
    }

    @Test
    @DisplayName("named parameters become question marks, casts stay")
    void namedParameters() {
        assertThat(Sql.of("SELECT :a::bigint, :b, ':' FROM x WHERE a = :a"))
                .hasToString("SELECT ?::bigint, ?, ':' FROM x WHERE a = ?");
    }

    @Test
    @DisplayName("batches are escaped")
    void json() {
        assertThat(JsonRows.of(List.of("a\"b\\c\n"), text -> new Object[] {text, 7L}))
                .isEqualTo("[[\"a\\\"b\\\\c\\u000a\",7]]");
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    @Tag("L1")
    @DisplayName("L1 the scripts can be printed for every database")
    void scripts(SqlDialect dialect) {
        assertThat(SchemaScripts.print(dialect))
                .contains("CREATE TABLE IF NOT EXISTS primus_lease", "heir_until_us")
                .doesNotContain("{");
        assertThat(SchemaScripts.print(dialect, 1))
                .doesNotContain("CREATE TABLE IF NOT EXISTS primus_lease")
                .contains("ALTER TABLE primus_lease", "CREATE TABLE IF NOT EXISTS primus_fence");
        assertThat(SchemaScripts.print(dialect, 2))
                .doesNotContain("heir_until_us")
                .contains("CREATE TABLE IF NOT EXISTS primus_fence");
        assertThat(SchemaScripts.print(dialect, 3))
                .doesNotContain("primus_fence")
                .contains("ALTER TABLE primus_lease", "paused_us");
        assertThat(SchemaScripts.print(dialect, 5))
                .doesNotContain("primus_poll")
                .contains("CREATE TABLE IF NOT EXISTS primus_witness", "CREATE TABLE IF NOT EXISTS primus_peer");
        assertThat(SchemaScripts.print(dialect, 6))
                .doesNotContain("primus_peer")
                .contains("CREATE TABLE IF NOT EXISTS primus_worker", "CREATE TABLE IF NOT EXISTS primus_orders");
    }

    @Test
    @DisplayName("a MySQL that lacks a library of the system says which package to install")
    void missingLibrary() {
        assertThat(MySqlServer.whyNot("mysqld: error while loading shared libraries: libaio.so.1: cannot open shared"
                        + " object file: No such file or directory"))
                .isEqualTo("mysqld cannot start, for libaio.so.1 is missing: install the package libaio1");
    }
}
