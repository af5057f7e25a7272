package dev.primus.cluster;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.StoreException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The link to the peers over JGroups. One object for one membership: it is opened once and closed once. All methods may be
 * called from any thread.
 *
 * <p>Messages are neither repeated nor confirmed; those of one peer arrive in the order in which they were sent, as long
 * as the connection to it lasts.
 */
public final class JGroupsLink implements PeerLink {
    private final PeerSettings settings;
    private final PeerCodec codec;
    private final Drops drops = new Drops();
    private @Nullable Membership membership;
    private boolean closed;

    /** A link for the registry engine. */
    public JGroupsLink(PeerSettings settings) {
        this(settings, new RegistryCodec());
    }

    /** @param codec for messages of another kind */
    public JGroupsLink(PeerSettings settings, PeerCodec codec) {
        this.settings = settings;
        this.codec = codec;
    }

    @Override
    public void open(ClusterName cluster, NodeId self, Ear ear) {
        Membership opened;
        synchronized (this) {
            if (closed || membership != null) {
                throw new IllegalStateException(
                        "a link is opened once, and this one was " + (closed ? "closed" : "opened"));
            }
            opened = new Membership(settings, cluster, self, codec, ear, drops);
            membership = opened;
        }
        try {
            opened.join();
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    @Override
    public void send(List<PeerMail> mail) {
        Membership current = current();
        for (PeerMail letter : mail) {
            if (current == null) {
                drops.count(Dropped.NOT_A_MEMBER, letter.to());
            } else {
                current.send(letter.to(), letter.message());
            }
        }
    }

    @Override
    public List<String> releaseAddresses() {
        Membership present = current();
        return present == null ? List.of() : present.addresses();
    }

    /** How much was dropped since this object was made, for every reason there is. */
    public Map<Dropped, Long> dropped() {
        return drops.all();
    }

    @Override
    public void close() {
        Membership left;
        synchronized (this) {
            closed = true;
            left = membership;
            membership = null;
        }
        if (left != null) {
            left.leave();
        }
    }

    private synchronized @Nullable Membership current() {
        return membership;
    }
}
