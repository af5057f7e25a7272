package dev.primus.server.run;

/** The program ended by itself and says that it failed. */
final class ProgramFailed extends Exception {
    private static final long serialVersionUID = 1L;

    ProgramFailed(int code) {
        super("exit code " + code);
    }
}
