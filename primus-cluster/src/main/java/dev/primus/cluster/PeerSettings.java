package dev.primus.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a node listens, whom it looks for and how they know each other. Checked as a whole: one that exists can be used.
 *
 * @param bind the address of an interface of this host, and the one port that the link uses; told to the peers, so it
 *     cannot be "any interface"
 * @param peers where to look for others; this node itself may be among them. A node that is not listed is found if it
 *     looks for one that is
 * @param finder where to look besides
 * @param secrets the first is shown to the peers, all are accepted: so a secret can be changed without a pause
 */
public record PeerSettings(
        PeerAddress bind,
        List<PeerAddress> peers,
        @Nullable PeerFinder finder,
        Preset preset,
        @Nullable PeerTls tls,
        List<Secret> secrets,
        int maxMessageBytes) {
    private static final int SHORTEST_SECRET = 16;
    private static final int LEAST_BYTES = 1_024;
    private static final int MOST_BYTES = 16 * 1_024 * 1_024;

    public PeerSettings {
        peers = List.copyOf(peers);
        secrets = List.copyOf(secrets);
        InetAddress address = resolved(bind);
        if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new IllegalArgumentException(
                    "bind address '%s' is not usable: allowed is the address of one interface of this host, for it is told to the peers"
                            .formatted(bind));
        }
        if (tls == null && secrets.isEmpty() && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "bind address '%s' is not usable without a secret and without TLS: allowed is then a loopback address such as 127.0.0.1; set a secret or TLS to listen elsewhere"
                            .formatted(bind));
        }
        for (Secret secret : secrets) {
            if (secret.length() < SHORTEST_SECRET) {
                throw new IllegalArgumentException(
                        "secret of %d characters is not usable: allowed are at least %d, for whoever hears a handshake can try them all out"
                                .formatted(secret.length(), SHORTEST_SECRET));
            }
        }
        if (maxMessageBytes < LEAST_BYTES || maxMessageBytes > MOST_BYTES) {
            throw new IllegalArgumentException("message limit '%d' is not usable: allowed are %d to %d bytes"
                    .formatted(maxMessageBytes, LEAST_BYTES, MOST_BYTES));
        }
    }

    public static Builder bind(PeerAddress bind) {
        return new Builder(bind);
    }

    InetAddress bindAddress() {
        return resolved(bind);
    }

    private static InetAddress resolved(PeerAddress bind) {
        try {
            return InetAddress.getByName(bind.host());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "bind address '%s' is not usable: allowed is an address of this host, and that name is not known"
                            .formatted(bind),
                    e);
        }
    }

    /** For one thread. */
    public static final class Builder {
        private final PeerAddress bind;
        private List<PeerAddress> peers = List.of();
        private @Nullable PeerFinder finder;
        private Preset preset = Preset.LAN;
        private @Nullable PeerTls tls;
        private List<Secret> secrets = List.of();
        private int maxMessageBytes = 64 * 1_024;

        private Builder(PeerAddress bind) {
            this.bind = bind;
        }

        public Builder peers(List<PeerAddress> peers) {
            this.peers = peers;
            return this;
        }

        public Builder finder(PeerFinder finder) {
            this.finder = finder;
            return this;
        }

        public Builder preset(Preset preset) {
            this.preset = preset;
            return this;
        }

        public Builder tls(PeerTls tls) {
            this.tls = tls;
            return this;
        }

        /** The first is used, the others are accepted too. */
        public Builder secrets(Secret... secrets) {
            this.secrets = List.of(secrets);
            return this;
        }

        public Builder maxMessageBytes(int maxMessageBytes) {
            this.maxMessageBytes = maxMessageBytes;
            return this;
        }

        public PeerSettings build() {
            return new PeerSettings(bind, peers, finder, preset, tls, secrets, maxMessageBytes);
        }
    }
}
