package dev.primus.process;

import org.jspecify.annotations.Nullable;

/**
 * How all processes of one run of a program are found again, even by somebody else and after their parent's death.
 *
 * @param runId a random word in the environment of the program, and so of all it starts
 * @param leader the program itself, which leads a session of its own; null if it has none, or is not started yet
 */
public record TreeKey(String runId, @Nullable ProcessKey leader) {
    /** Under this name the run id is in the environment; one run inside another adds its own to the outer one's. */
    public static final String VARIABLE = "PRIMUS_RUN_ID";

    private static final int SHORTEST = 16;

    public TreeKey {
        if (runId.length() < SHORTEST || !runId.matches("[0-9a-f]+")) {
            throw new IllegalArgumentException(
                    "run id '%s' is not usable: allowed is %d hex digits or more".formatted(runId, SHORTEST));
        }
    }

    public TreeKey ledBy(ProcessKey program) {
        return new TreeKey(runId, program);
    }
}
