package dev.primus.jdbc;

import dev.primus.jdbc.store.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The scripts that make and upgrade the tables, for those who do not let programs change their schema. */
public final class SchemaScripts {
    /** The version that this release makes. */
    public static final int CURRENT = 7;

    private SchemaScripts() {}

    /** All scripts for a database, with the default table names, oldest first. */
    public static String print(SqlDialect dialect) {
        return print(dialect, Tables.DEFAULT, 1);
    }

    /** The scripts that bring tables of an earlier version up to this release. */
    public static String print(SqlDialect dialect, int fromVersion) {
        return print(dialect, Tables.DEFAULT, fromVersion + 1);
    }

    static String print(SqlDialect dialect, Tables tables, int first) {
        StringBuilder all = new StringBuilder();
        for (int version = first; version <= CURRENT; version++) {
            all.append(tables.in(read(dialect, version))).append('\n');
        }
        return all.toString();
    }

    /** The statements of one version's script. */
    static List<String> statements(SqlDialect dialect, Tables tables, int version) {
        String script = tables.in(read(dialect, version)).replaceAll("(?m)--.*$", "");
        List<String> statements = new ArrayList<>();
        for (String statement : script.split(";\\s*(\\n|$)")) {
            if (!statement.isBlank()) {
                statements.add(statement.strip());
            }
        }
        return statements;
    }

    private static String read(SqlDialect dialect, int version) {
        String name = "schema/%s/v%d.sql".formatted(dialect.folder(), version);
        try (InputStream script = SchemaScripts.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
