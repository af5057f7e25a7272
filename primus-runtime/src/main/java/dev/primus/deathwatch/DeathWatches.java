package dev.primus.deathwatch;

/** A place where death watches are opened, one for each node. */
public interface DeathWatches {

    /** Opens a watch. Does not fail and does not wait: whether it is up is told to {@link Post#news()}. */
    DeathWatch open(Post post);
}
