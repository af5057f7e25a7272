package dev.primus.deathwatch.vigil;

import dev.primus.core.spi.Parting;
import dev.primus.process.TreeKey;
import java.util.List;

/** Something the companion has to do; all but the last are answered by an event. */
public sealed interface Deed {

    /** Does the process that spoke live? Answered by {@link Vigil#speakerIs}. */
    record LookAtSpeaker() implements Deed {}

    /** Ends all of these processes that are found. Answered by {@link Vigil#treeHad}. */
    record EndTree(TreeKey tree) implements Deed {}

    /** Gives these back. Answered by {@link Vigil#released}. */
    record Release(List<Parting> partings) implements Deed {}

    /** The watch is over, for this reason. */
    record Leave(String why) implements Deed {}
}
