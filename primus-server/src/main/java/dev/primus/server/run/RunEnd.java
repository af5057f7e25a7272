package dev.primus.server.run;

import dev.primus.core.LossReason;

/** Why {@code primus run} ends, and the exit code that says so. */
public sealed interface RunEnd {
    int FAILED = 125;
    int NEVER_LED = 124;
    int SIGNALLED = 128;

    /**
     * @param ran the program's own last exit code; -1 if it never ran
     * @param proved whether all its processes are proved gone
     * @param lostCode the code for a lost leadership
     */
    int exitCode(int ran, boolean proved, int lostCode);

    /** The program is done. */
    record Ended() implements RunEnd {
        @Override
        public int exitCode(int ran, boolean proved, int lostCode) {
            return ran < 0 ? FAILED : ran;
        }
    }

    /** This node leads no more. */
    record Lost(LossReason reason) implements RunEnd {
        @Override
        public int exitCode(int ran, boolean proved, int lostCode) {
            return proved ? lostCode : FAILED;
        }
    }

    /** Somebody stopped us; what the program makes of that is its own code. */
    record Signalled(int signal) implements RunEnd {
        @Override
        public int exitCode(int ran, boolean proved, int lostCode) {
            return ran < 0 ? SIGNALLED + signal : ran;
        }
    }

    /** The wait ran out. */
    record NeverLed() implements RunEnd {
        @Override
        public int exitCode(int ran, boolean proved, int lostCode) {
            return NEVER_LED;
        }
    }

    /** The program could not be started. */
    record NotStarted(int code) implements RunEnd {
        @Override
        public int exitCode(int ran, boolean proved, int lostCode) {
            return code;
        }
    }
}
