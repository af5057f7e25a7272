package dev.primus;

/** One duty of an election, as it was at the moment of the question. */
public record DutyStatus(String name, State state) {

    /** What can be said about a duty from outside. */
    public enum State {
        /** Has no thread and needs none: this node does not lead, or the duty is done for this term. */
        IDLE,
        /** Is about to be begun, or to be begun again. */
        DUE,
        /** Has a thread, and nobody has told it to stop. */
        RUNNING,
        /** Was told to stop; its thread has not ended yet. */
        STOPPING
    }
}
