package dev.primus.core.peers;

/** Tells whether anything was written since one last looked. */
public final class Edition {
    private long number;

    public void changed() {
        number++;
    }

    public long number() {
        return number;
    }
}
