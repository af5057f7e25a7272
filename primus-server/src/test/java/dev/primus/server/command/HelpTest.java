package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "demo",
                "node",
                "status",
                "history",
                "members",
                "advise",
                "schema",
                "schema print",
                "schema apply",
                "schema check",
                "keys",
                "keys make",
                "keys show",
                "keys check",
                "housekeeping",
                "simulate",
                "check",
                "wait",
                "explain",
                "trigger",
                "voters",
                "transfer",
                "resign",
                "pause",
                "resume",
                "domain",
                "domain list",
                "domain create",
                "domain activate",
                "domain deactivate",
                "tasklist",
                "tasklist list",
                "tasklist create",
                "tasklist resize",
                "tasklist activate",
                "tasklist deactivate",
                "worker",
                "worker list",
                "worker drain",
                "worker undrain",
                "partitions",
                "partitions show",
                "partitions preview",
                "partitions pin",
                "partitions unpin",
                "partitions exclude",
                "partitions include"
            })
    void everyVerbHasExamplesBeforeOptionsAndExitCodesAfter(String verb) {
        Run run = Run.of((verb + " --help").strip().split(" "));
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsSubsequence("Usage: primus", "Examples:", "  primus " + verb, "Options:", "Exit codes:")
                .contains("wrong usage or settings; nothing was tried");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-V", "--version", "status --version"})
    void theVersion(String line) {
        Run run = Run.of(line.split(" "));
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("primus ");
    }
}
