package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The elections that a member knows: its own, and those that other members mention. The latter are bounded for each peer,
 * the one mentioned longest ago goes first, and only an idle one without a promise may go. So a peer that mentions any
 * number of names uses up its own share and nothing else.
 *
 * @param <S> what is known of one election
 */
public final class ElectionTable<S extends RetainedElection> {
    /** Elections that one peer may have mentioned here, however idle. */
    public static final int MOST_IDLE = 256;

    /** Elections that one peer may have mentioned here, busy ones included. */
    public static final int MOST = 16_384;

    private static final int EXAMINED = 16;

    private final Function<ElectionName, S> factory;
    private final Map<ElectionName, S> all = new LinkedHashMap<>();
    private final Set<ElectionName> own = new HashSet<>();
    private final Map<ElectionName, NodeName> mentionedBy = new HashMap<>();
    private final Map<NodeName, Set<ElectionName>> mentioned = new HashMap<>();
    private final Set<NodeName> full = new HashSet<>();
    private final Consumer<ElectionName> onRemoved;
    private final Consumer<String> warnings;

    /** @param onRemoved is told of each election that is not known any more */
    public ElectionTable(
            Function<ElectionName, S> factory, Consumer<ElectionName> onRemoved, Consumer<String> warnings) {
        this.factory = factory;
        this.onRemoved = onRemoved;
        this.warnings = warnings;
    }

    @Nullable
    public S find(ElectionName election) {
        return all.get(election);
    }

    public Collection<S> all() {
        return Collections.unmodifiableCollection(all.values());
    }

    /** This member takes part in the election, so it is kept until {@link #disown}. */
    public S own(ElectionName election) {
        own.add(election);
        detach(election);
        return all.computeIfAbsent(election, factory);
    }

    public void disown(ElectionName election) {
        own.remove(election);
    }

    public boolean isOwn(ElectionName election) {
        return own.contains(election);
    }

    /** @return what is known of the election; null if it is unknown and the peer's share is used up */
    @Nullable
    public S mentioned(ElectionName election, NodeName peer, MonoTime now) {
        S known = all.get(election);
        if (own.contains(election)) {
            return known;
        }
        if (known == null && !makeRoom(share(peer), now)) {
            warn(peer);
            return null;
        }
        detach(election);
        share(peer).add(election);
        mentionedBy.put(election, peer);
        return known == null ? all.computeIfAbsent(election, factory) : known;
    }

    private void warn(NodeName peer) {
        if (full.add(peer)) {
            warnings.accept(
                    ("%s mentions more than %d elections that this node takes no part in: further ones are not remembered, and"
                                    + " this node promises none of their terms")
                            .formatted(peer, MOST));
        }
    }

    private Set<ElectionName> share(NodeName peer) {
        return mentioned.computeIfAbsent(peer, any -> new LinkedHashSet<>());
    }

    /** A busy election gets a second chance, so that a full share does not cost a search of all of it each time. */
    private boolean makeRoom(Set<ElectionName> share, MonoTime now) {
        for (int i = 0; i < EXAMINED && share.size() >= MOST_IDLE; i++) {
            Iterator<ElectionName> eldest = share.iterator();
            ElectionName candidate = eldest.next();
            eldest.remove();
            S state = all.get(candidate);
            if (state == null || state.promise() == null && state.isIdle(now)) {
                remove(candidate);
                return true;
            }
            share.add(candidate);
        }
        return share.size() < MOST;
    }

    /** Those that exceed what a peer may have mentioned, were they all idle; mentioned longest ago. */
    Set<ElectionName> surplus() {
        Set<ElectionName> found = new HashSet<>();
        mentioned
                .values()
                .forEach(share -> share.stream()
                        .limit(Math.max(0, share.size() - MOST_IDLE))
                        .forEach(found::add));
        return found;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void remove(ElectionName election) {
        detach(election);
        all.remove(election);
        onRemoved.accept(election);
    }

    private void detach(ElectionName election) {
        NodeName peer = mentionedBy.remove(election);
        Set<ElectionName> share = peer == null ? null : mentioned.get(peer);
        if (share != null && share.remove(election) && share.isEmpty()) {
            mentioned.remove(peer);
            full.remove(peer);
        }
    }
}
