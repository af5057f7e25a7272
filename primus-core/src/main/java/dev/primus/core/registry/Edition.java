package dev.primus.core.registry;

/** Tells whether anything was written since one last looked. */
final class Edition {
    private long number;

    void changed() {
        number++;
    }

    long number() {
        return number;
    }
}
