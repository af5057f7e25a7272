package dev.primus.cluster;

import dev.primus.core.spi.PeerRelease;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a peer that has been proved to be one by the time anybody reads or writes: TLS if it is set, then the
 * {@link Handshake}, then sealed bytes where TLS does not guard them.
 */
final class PeerSocket extends Socket {
    private static final int NOTHING = -1;

    private final Doorkeeper keeper;
    private volatile @Nullable InputStream provedIn;
    private volatile @Nullable OutputStream provedOut;
    private volatile boolean late;
    private volatile boolean isRelease;

    PeerSocket(Doorkeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public void connect(SocketAddress peer) throws IOException {
        connect(peer, keeper.connectMillis());
    }

    @Override
    public void connect(SocketAddress peer, int timeout) throws IOException {
        super.connect(peer, timeout);
        keeper.callBegins();
        try {
            prove(true);
        } catch (Refused refused) {
            keeper.refused(refused.reason(), peer);
            throw new SocketException("refused: " + refused.reason());
        } finally {
            keeper.callEnds();
        }
    }

    /** Finds out who is there, within the time that the keeper allows. */
    void prove(boolean client) throws IOException {
        Future<?> alarm = keeper.unlessInTime(() -> {
            late = true;
            abandon();
        });
        try {
            setTcpNoDelay(true);
            negotiate(client);
        } catch (Refused refused) {
            abandon();
            throw refused;
        } catch (SSLException e) {
            abandon();
            throw new Refused(late ? Dropped.TOO_SLOW : reasonOf(e, client));
        } catch (IOException e) {
            abandon();
            throw new Refused(late ? Dropped.TOO_SLOW : Dropped.BROKEN_HANDSHAKE);
        } finally {
            alarm.cancel(false);
        }
        if (late) {
            throw new Refused(Dropped.TOO_SLOW);
        }
    }

    /**
     * A client that refuses a certificate sends an alert before it closes; end of file without one is a broken connection.
     * A server may also be one without TLS, which closes as soon as it reads the first bytes.
     */
    private static Dropped reasonOf(SSLException failure, boolean client) {
        boolean broken = !client && failure.getCause() instanceof EOFException;
        return broken ? Dropped.BROKEN_HANDSHAKE : Dropped.TLS_REFUSED;
    }

    private void negotiate(boolean client) throws IOException {
        int first = client ? NOTHING : super.getInputStream().read();
        if (ReleaseFrame.beginsWith(first)) {
            takeRelease();
            return;
        }
        byte[] taken = first == NOTHING ? new byte[0] : new byte[] {(byte) first};
        InputStream before = new ByteArrayInputStream(taken);
        Socket inner = keeper.credentials().tls() == null ? null : tls(client, before);
        InputStream in = inner == null
                ? client ? super.getInputStream() : new SequenceInputStream(before, super.getInputStream())
                : inner.getInputStream();
        OutputStream out = inner == null ? super.getOutputStream() : inner.getOutputStream();
        Handshake handshake = new Handshake(keeper.credentials(), in, out);
        Handshake.Agreed agreed = client ? handshake.asClient() : handshake.asServer();
        if (keeper.credentials().sealed()) {
            Object whom = getRemoteSocketAddress();
            in = new SealedInput(in, client ? agreed.serverKey() : agreed.clientKey(), () -> keeper.tampered(whom));
            out = new SealedOutput(out, client ? agreed.clientKey() : agreed.serverKey());
        }
        provedOut = out;
        provedIn = in;
    }

    /** A companion has called, not a peer: it says one thing, is answered, and goes. */
    private void takeRelease() throws IOException {
        PeerRelease release =
                ReleaseFrame.read(super.getInputStream(), keeper.credentials().cluster());
        boolean accepted = keeper.isAccepted(release);
        super.getOutputStream().write(accepted ? ReleaseFrame.ACCEPTED : ReleaseFrame.REFUSED);
        if (!accepted) {
            throw new Refused(Dropped.BAD_RELEASE);
        }
        isRelease = true;
        abandon();
    }

    /** Whether there is no peer at the other end: a companion's release was taken, and the connection is closed. */
    boolean isRelease() {
        return isRelease;
    }

    private Socket tls(boolean client, InputStream before) throws IOException {
        InetSocketAddress peer = (InetSocketAddress) getRemoteSocketAddress();
        SSLSocketFactory factory =
                Objects.requireNonNull(keeper.credentials().tls()).getSocketFactory();
        SSLSocket socket = (SSLSocket)
                (client
                        ? factory.createSocket(this, peer.getHostString(), peer.getPort(), true)
                        : factory.createSocket(this, before, true));
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3"});
        parameters.setNeedClientAuth(true);
        socket.setUseClientMode(client);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream in = provedIn;
        return in == null ? super.getInputStream() : in;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        OutputStream out = provedOut;
        return out == null ? super.getOutputStream() : out;
    }

    private void abandon() {
        try {
            close();
        } catch (IOException ignored) {
            // nothing is left to be done with it
        }
    }
}
