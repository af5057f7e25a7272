package dev.primus.cluster;

import java.io.DataInput;
import java.io.EOFException;
import java.util.Arrays;
import java.util.Collection;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.logging.NoopLogImpl;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.util.AsciiString;
import org.jgroups.util.ByteArrayDataInputStream;

/**
 * JGroups' TCP, with three differences: no thread of JGroups ever waits for a peer, because each peer has a lane of its
 * own; only messages of the few kinds that this stack sends are read, from frames of bounded length; and what does not
 * fit is counted instead of logged with a stack trace.
 */
final class PeerTcp extends TCP {
    private final Drops drops;
    private final Lanes lanes;
    private final int largestFrame;

    PeerTcp(Drops drops, int largestFrame) {
        this.drops = drops;
        this.largestFrame = largestFrame;
        this.lanes = new Lanes((peer, bytes) -> super.send(peer, bytes, 0, bytes.length), drops);
    }

    @Override
    public void send(Address peer, byte[] bytes, int offset, int length) {
        lanes.send(peer, Arrays.copyOfRange(bytes, offset, offset + length));
    }

    /** Connections come and go; what matters about it is counted. */
    @Override
    public void start() throws Exception {
        super.start();
        srv.log(new NoopLogImpl());
    }

    @Override
    public void stop() {
        super.stop();
        lanes.close();
    }

    /** It answers whoever asks over the network, with all there is to know. */
    @Override
    public DiagnosticsHandler createDiagnosticsHandler() {
        return super.createDiagnosticsHandler().setEnabled(false);
    }

    /**
     * Members that are gone are cut off. JGroups would say goodbye to them on the thread that brings the new view, and
     * wait there until a peer that hangs takes the bytes.
     */
    @Override
    public void retainAll(Collection<Address> members) {
        srv.forAllConnections((peer, connection) -> {
            if (!members.contains(peer) && !is_member.test((PhysicalAddress) peer)) {
                cut(connection);
            }
        });
        super.retainAll(members);
    }

    private static void cut(Connection connection) {
        try {
            connection.close(false);
        } catch (Exception ignored) {
            // it is gone one way or the other
        }
    }

    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        if (length < Short.BYTES + Byte.BYTES || length > largestFrame) {
            drops.count(Dropped.TOO_LARGE, sender);
            // What JGroups takes for an ordinary end of a connection, without a stack trace in the log.
            throw new EOFException("a frame of %d bytes".formatted(length));
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        receive(sender, frame, 0, length);
    }

    @Override
    protected void handleSingleMessage(DataInput in, boolean multicast) {
        Message message;
        try {
            message = read((ByteArrayDataInputStream) in);
        } catch (Exception | LinkageError e) {
            drops.count(Dropped.MALFORMED, "a message");
            return;
        }
        if (!multicast && unicastDestMismatch(message.getDest())) {
            return;
        }
        if (Identity.nodeOf(message.getSrc()).isEmpty()) {
            drops.count(Dropped.NO_NODE_ID, String.valueOf(message.getSrc()));
        } else if (!isOfThisCluster(message)) {
            drops.count(Dropped.FOREIGN_CLUSTER, message.getSrc());
        } else {
            msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
            msg_stats.received(message);
        }
    }

    /** The bundler of this stack makes none. */
    @Override
    protected void handleMessageBatch(DataInput in, boolean multicast) {
        drops.count(Dropped.MALFORMED, "a batch");
    }

    private static Message read(ByteArrayDataInputStream in) throws Exception {
        short type = in.readShort();
        Message message = switch (type) {
            case Message.BYTES_MSG -> new ReadMessages.Bytes();
            case Message.EMPTY_MSG -> new EmptyMessage();
            case Message.OBJ_MSG -> new ReadMessages.Listing();
            default -> throw new EOFException("message type " + type);
        };
        message.readFrom(in);
        return message;
    }

    private boolean isOfThisCluster(Message message) {
        TpHeader header = message.getHeader(id);
        AsciiString ours = cluster_name;
        return header != null && (ours == null || ours.equals(header.clusterName()));
    }
}
