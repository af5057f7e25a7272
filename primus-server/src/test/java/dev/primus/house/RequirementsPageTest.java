package dev.primus.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes docs/requirements.md from the rows and the tags of the tests: {@code -Dprimus.docs=write} renews it. */
class RequirementsPageTest {
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([GLPBXZ]\\d+)\"\\)");
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("docs/requirements.md");

    private record Row(String id, boolean done, String text) {}

    @Test
    void everyRowOfAFinishedCapabilityIsProvedByATest() throws IOException {
        Map<String, TreeSet<String>> proofs = proofs();

        assertThat(rows())
                .filteredOn(Row::done)
                .allSatisfy(row -> assertThat(proofs)
                        .as("no test carries @Tag(\"%s\"): %s", row.id(), row.text())
                        .containsKey(row.id()));
    }

    @Test
    void everyTagNamesARow() throws IOException {
        List<String> known = rows().stream().map(Row::id).toList();

        assertThat(known).containsAll(proofs().keySet());
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        String page = page();
        if ("write".equals(System.getProperty("primus.docs"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as("renew it: ./mvnw -pl primus-server -am test -Dtest=RequirementsPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dprimus.docs=write")
                .isEqualTo(page);
    }

    private static String page() throws IOException {
        Map<String, TreeSet<String>> proofs = proofs();
        StringBuilder page = new StringBuilder("""
                # Requirements, and the tests that prove them

                Written by `RequirementsPageTest` from the tags of the tests; do not edit.

                | row | what must work | proved by |
                |---|---|---|
                """);
        for (Row row : rows()) {
            String proved = proofs.getOrDefault(row.id(), new TreeSet<>()).stream()
                    .map(name -> "`" + name + "`")
                    .collect(Collectors.joining(", "));
            page.append("| %s | %s | %s |\n".formatted(row.id(), row.text(), row.done() ? proved : "not built yet"));
        }
        return page + "\n" + resource("names.md");
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : resource("rows.tsv").lines().toList()) {
            String[] cells = line.split("\t", 3);
            rows.add(new Row(cells[0], cells[1].equals("done"), cells[2]));
        }
        return rows;
    }

    private static Map<String, TreeSet<String>> proofs() throws IOException {
        Map<String, TreeSet<String>> proofs = new TreeMap<>();
        for (Map.Entry<String, String> source : sources().entrySet()) {
            Matcher tags = TAG.matcher(source.getValue());
            while (tags.find()) {
                proofs.computeIfAbsent(tags.group(1), id -> new TreeSet<>()).add(source.getKey());
            }
        }
        return proofs;
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> tests = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> file.toString().contains("/src/test/")
                            || file.toString().contains("primus-testkit"))
                    .sorted()
                    .toList();
            for (Path test : tests) {
                // Two modules may have a test of the same name.
                sources.merge(
                        test.getFileName().toString().replace(".java", ""), Files.readString(test), String::concat);
            }
        }
        return sources;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = RequirementsPageTest.class.getResourceAsStream("/requirements/" + name)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
