package dev.primus.testkit.sim;

/**
 * How links are while nothing in particular happens to them.
 *
 * @param meanDelay of a message, in nanoseconds
 * @param requestLoss the share of requests that never arrive
 * @param replyLoss the share of replies that never arrive
 * @param ghosts the share of requests that are carried out long after the client gave them up
 * @param ghostDelay how long after, on average, in nanoseconds
 */
public record Weather(long meanDelay, double requestLoss, double replyLoss, double ghosts, long ghostDelay) {
    static final Weather CALM = new Weather(1_000_000, 0, 0, 0, 0);
}
