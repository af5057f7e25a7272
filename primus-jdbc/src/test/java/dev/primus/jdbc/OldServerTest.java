package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.StoreException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that lack what we need. */
class OldServerTest {
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 11.22 (Debian 11.22-1), needed is 12 or later",
        "POSTGRESQL, 9.6.24, needed is 12 or later",
        "MARIADB, 10.5.29-MariaDB, needed is 10.6 or later",
        "MARIADB, 5.5.5-10.5.29-MariaDB, needed is 10.6 or later",
        "MYSQL, 5.7.44-log, needed is 8.0 or later",
        "SQLITE, 3.43.2, needed is 3.44 or later",
    })
    void tooOld(SqlDialect kind, String version, String need) {
        assertThat(kind.whyTooOld(version)).get().asString().contains(version, need);
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 12.0",
        "POSTGRESQL, 18beta1",
        "MARIADB, 10.6.1-MariaDB",
        "MARIADB, 5.5.5-10.11.6-MariaDB-0+deb12u1",
        "MARIADB, 11.4.5-MariaDB",
        "MYSQL, 8.0.33",
        "MYSQL, 9.1.0",
        "SQLITE, 3.44.0",
        "POSTGRESQL, unstable",
    })
    void goodEnough(SqlDialect kind, String version) {
        assertThat(kind.whyTooOld(version)).isEmpty();
    }

    @Test
    @DisplayName("an old server is told by what was found and what is needed, and is sent no statement before")
    void refusedAtTheStart() {
        List<String> statements = new ArrayList<>();
        JdbcStore store = JdbcStore.on(() -> connection(statements));
        assertThatThrownBy(() -> store.ledger(ClusterName.DEFAULT))
                .isInstanceOf(StoreException.class)
                .hasMessage("the database is PostgreSQL 11.22, which is too old: needed is 12 or later");
        assertThatThrownBy(store::admin).hasMessageContaining("needed is 12 or later");
        assertThat(statements).isEmpty();
    }

    private static Connection connection(List<String> statements) {
        DatabaseMetaData about = proxy(
                DatabaseMetaData.class, (method) -> method.equals("getDatabaseProductName") ? "PostgreSQL" : "11.22");
        return proxy(Connection.class, method -> switch (method) {
            case "getMetaData" -> about;
            case "getAutoCommit", "isValid" -> true;
            case "isClosed", "isReadOnly" -> false;
            case "getTransactionIsolation", "getNetworkTimeout", "getHoldability" -> 1;
            case "createStatement", "prepareStatement" -> {
                statements.add(method);
                throw new IllegalStateException(method);
            }
            default -> null;
        });
    }

    private static <T> T proxy(Class<T> type, java.util.function.Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> answers.apply(method.getName())));
    }
}
