package dev.primus.guard;

/** What all guards tell about themselves. Counts begin with the object, and may be read from any thread. */
public interface Guard {
    /** What is guarded, as it is named in answers. */
    String resource();

    /** How many writes were let in. */
    long admitted();

    /** How many writes were refused: each is harm that was not done. */
    long rejected();
}
