package dev.primus.process;

import java.util.List;

/**
 * One scan for the processes of a run.
 *
 * @param living the processes that were found
 * @param unknown what could not be read, and so may hide more of them
 */
public record TreeScan(List<ProcessKey> living, List<String> unknown) {
    public TreeScan {
        living = List.copyOf(living);
        unknown = List.copyOf(unknown);
    }

    public static TreeScan unknown(String cause) {
        return new TreeScan(List.of(), List.of(cause));
    }

    /** Whether the scan proves that no process of the run was left. */
    public boolean isEmpty() {
        return living.isEmpty() && unknown.isEmpty();
    }
}
