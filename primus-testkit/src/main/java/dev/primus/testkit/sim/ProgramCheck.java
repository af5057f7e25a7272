package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.testkit.check.Checks;
import java.util.ArrayList;
import java.util.List;

/**
 * D1 for programs of {@code primus run}: under a quorum policy never two copies at once, whether their processes are alive,
 * paused or dead. A suspended machine is excepted: its companion stands still, too.
 */
final class ProgramCheck {
    private record Program(SimProcess process, ElectionName election, long token) {}

    private final Checks checks;
    private final World world;
    private final List<Program> running = new ArrayList<>();

    ProgramCheck(Checks checks, World world) {
        this.checks = checks;
        this.world = world;
    }

    void started(SimProcess process, ElectionName election, long token) {
        for (Program other : running) {
            if (other.election.equals(election)
                    && other.process != process
                    && other.process.doubted() == 0
                    && process.isBoundByPromises()
                    && checks.assumptions().hold(world.now())) {
                checks.findings()
                        .violated(
                                "D1",
                                "%s started the program of %s (token %d) beside that of %s (token %d)",
                                process,
                                election,
                                token,
                                other.process,
                                other.token);
            }
        }
        running.add(new Program(process, election, token));
    }

    void ended(SimProcess process, ElectionName election) {
        running.removeIf(program -> program.process == process && program.election.equals(election));
    }
}
