package dev.primus;

/**
 * Whether a node's own loop goes on. It says nothing about the store or about who leads: restarting a process mends
 * neither.
 *
 * @param why what is wrong, or what else there is to know; may be empty
 */
public record Health(Status status, String why) {

    /** Fit for a liveness check: who is down should be restarted. */
    public enum Status {
        UP,
        DOWN
    }

    public boolean isUp() {
        return status == Status.UP;
    }
}
