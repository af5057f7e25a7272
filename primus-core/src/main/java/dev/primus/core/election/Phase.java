package dev.primus.core.election;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a node stands in an election, whichever engine decides it. The map of what may follow what:
 *
 * <pre>
 *  OBSERVING ───────────────────────────────────────► LEFT
 *  WAITING ──► LEADING ◄──► SUSPECT                    ▲
 *     ▲   └───────│───────────│────────────────────────┤
 *     │           ▼           ▼                        │
 *     └───────── STEPPING_DOWN ────────────────────────┘
 * </pre>
 *
 * Every phase may also follow itself.
 */
public enum Phase {
    /** Only watches. */
    OBSERVING,
    /** Would lead if it could. */
    WAITING,
    /** Leads. */
    LEADING,
    /** Leads as far as the arbiter knows, but a pause made it doubt that; claims nothing until it is confirmed. */
    SUSPECT,
    /** Claims nothing any more; its duties are ending and the election is being given back. */
    STEPPING_DOWN,
    /** Has gone for good. */
    LEFT;

    private static final Map<Phase, Set<Phase>> NEXT = new EnumMap<>(Map.of(
            OBSERVING, EnumSet.of(OBSERVING, LEFT),
            WAITING, EnumSet.of(WAITING, LEADING, LEFT),
            LEADING, EnumSet.of(LEADING, SUSPECT, STEPPING_DOWN),
            SUSPECT, EnumSet.of(SUSPECT, LEADING, STEPPING_DOWN),
            STEPPING_DOWN, EnumSet.of(STEPPING_DOWN, WAITING, LEFT),
            LEFT, EnumSet.of(LEFT)));

    public boolean mayBecome(Phase next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }
}
