package dev.primus.server.demo;

/** Something that had to happen did not, or something happened that must not. */
final class StepFailed extends Exception {
    private static final long serialVersionUID = 1L;

    StepFailed(String what) {
        super(what);
    }
}
