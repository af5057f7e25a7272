package dev.primus.cluster;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.stack.IpAddress;

/** A node in a cluster, from its joining to its leaving. */
final class Membership implements Receiver {
    private static final long LONGEST_FIRST_VIEW_MILLIS = 10_000;

    private final PeerSettings settings;
    private final ClusterName cluster;
    private final NodeId self;
    private final PeerCodec codec;
    private final Drops drops;
    private final Mailbox mailbox;
    private final Phonebook book;
    private final Doorkeeper keeper;
    private final JChannel channel;
    private volatile Map<NodeId, Address> members = Map.of();

    Membership(
            PeerSettings settings, ClusterName cluster, NodeId self, PeerCodec codec, PeerLink.Ear ear, Drops drops) {
        this.settings = settings;
        this.cluster = cluster;
        this.self = self;
        this.codec = codec;
        this.drops = drops;
        this.mailbox = new Mailbox(ear, drops);
        this.book = new Phonebook(settings);
        this.keeper = new Doorkeeper(Credentials.of(cluster, settings), settings.preset(), drops);
        keeper.releasesTo(ear::released);
        this.channel = channel();
    }

    private JChannel channel() {
        try {
            JChannel made = new JChannel(Stack.of(settings, book, keeper, drops));
            made.addAddressGenerator(() -> Identity.addressOf(self));
            made.name(self.toString());
            made.setDiscardOwnMessages(true);
            return made;
        } catch (Exception e) {
            keeper.close();
            book.close();
            throw new StoreException("the link to the peers at %s cannot be made: %s".formatted(settings.bind(), e), e);
        }
    }

    void join() {
        channel.setReceiver(this);
        mailbox.start();
        try {
            channel.connect(cluster.value());
            if (!mailbox.awaitFirstView(LONGEST_FIRST_VIEW_MILLIS)) {
                throw new StoreException("the link to the peers at %s has no view after %d ms"
                        .formatted(settings.bind(), LONGEST_FIRST_VIEW_MILLIS));
            }
            if (members.size() < 2) {
                keeper.awaitCalls();
            }
        } catch (StoreException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while joining the peers", e);
        } catch (Exception e) {
            throw new StoreException(
                    "the link to the peers cannot listen on %s or join: %s".formatted(settings.bind(), rootOf(e)), e);
        }
        refuseToBeAloneAmongStrangers();
    }

    /** Alone, and others are there who are not of one mind with us about the secret: better no node than a second cluster. */
    private void refuseToBeAloneAmongStrangers() {
        Map<Object, Dropped> refusals = keeper.refusals();
        if (members.size() < 2 && !refusals.isEmpty()) {
            throw new StoreException(
                    "none of the peers that were found is of this cluster: %s; cluster name, secret and TLS must be the same on all nodes"
                            .formatted(refusals));
        }
    }

    void send(NodeId to, PeerMessage message) {
        if (to.equals(self)) {
            mailbox.heard(self, message);
            return;
        }
        Address address = members.get(to);
        if (address == null) {
            drops.count(Dropped.NOT_A_MEMBER, to);
            return;
        }
        byte[] bytes = codec.encode(message);
        if (bytes.length > settings.maxMessageBytes()) {
            drops.count(Dropped.TOO_LARGE, message.getClass().getSimpleName());
            return;
        }
        try {
            // Past the protocols that repeat and confirm: a message to a dead peer is no burden to anybody.
            channel.send(new BytesMessage(address, bytes).setFlag(Message.Flag.NO_RELIABILITY));
        } catch (Exception e) {
            drops.count(Dropped.UNREACHABLE, to);
        }
    }

    /** Where the other members listen, as far as JGroups knows. */
    List<String> addresses() {
        List<String> known = new ArrayList<>();
        members.forEach((node, address) -> {
            if (!node.equals(self)
                    && channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, address)) instanceof IpAddress at) {
                known.add(new PeerAddress(at.getIpAddress().getHostAddress(), at.getPort()).toString());
            }
        });
        return known;
    }

    @Override
    public void viewAccepted(View view) {
        mailbox.viewed(told(view));
    }

    /** The view in our words, and from here on the addresses of its members. */
    PeerView told(View view) {
        Map<NodeId, Address> known = new LinkedHashMap<>();
        for (Address address : view.getMembers()) {
            Optional<NodeId> node = Identity.nodeOf(address);
            if (node.isEmpty() || known.putIfAbsent(node.get(), address) != null) {
                drops.count(Dropped.NO_NODE_ID, address);
            }
        }
        members = known;
        return new PeerView(view.getViewId().getId(), List.copyOf(known.keySet()));
    }

    @Override
    public void receive(Message message) {
        Optional<NodeId> from = Identity.nodeOf(message.getSrc());
        if (!message.hasArray() || from.isEmpty()) {
            return;
        }
        if (message.getLength() > settings.maxMessageBytes()) {
            drops.count(Dropped.TOO_LARGE, from.get());
            return;
        }
        try {
            mailbox.heard(from.get(), codec.decode(bytesOf(message)));
        } catch (BadFrame | RuntimeException e) {
            drops.count(Dropped.BAD_FRAME, from.get());
        }
    }

    private static byte[] bytesOf(Message message) {
        byte[] bytes = new byte[message.getLength()];
        if (bytes.length > 0) {
            System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
        }
        return bytes;
    }

    void leave() {
        mailbox.close();
        channel.close();
        keeper.close();
        book.close();
    }

    private static Throwable rootOf(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
