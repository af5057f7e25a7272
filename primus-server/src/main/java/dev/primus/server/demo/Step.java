package dev.primus.server.demo;

/** One thing the demo shows: what is promised, and what came of it. Belongs to the demo's thread. */
final class Step {
    /** How far it is. */
    enum State {
        AHEAD,
        RUNNING,
        KEPT,
        BROKEN
    }

    private final String title;
    private final String promised;
    private String happened = "";
    private State state = State.AHEAD;

    Step(String title, String promised) {
        this.title = title;
        this.promised = promised;
    }

    void begin() {
        state = State.RUNNING;
    }

    void kept(String outcome) {
        happened = outcome;
        state = State.KEPT;
    }

    void broken(String outcome) {
        happened = outcome;
        state = State.BROKEN;
    }

    String title() {
        return title;
    }

    String promised() {
        return promised;
    }

    String happened() {
        return happened;
    }

    State state() {
        return state;
    }
}
