package dev.primus.feed;

/** One subscription to a feed. */
public interface FeedReader extends AutoCloseable {

    /** How many records this reader was too slow for. */
    long dropped();

    /** Ends the subscription. */
    @Override
    void close();
}
