package dev.primus.cluster;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a peer that has been proved to be one by the time anybody reads or writes: TLS if it is set, then the
 * {@link Handshake}, then sealed bytes where TLS does not guard them.
 */
final class PeerSocket extends Socket {
    private final Doorkeeper keeper;
    private volatile @Nullable InputStream provedIn;
    private volatile @Nullable OutputStream provedOut;
    private volatile boolean late;

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
        Socket inner = keeper.credentials().tls() == null ? null : tls(client);
        InputStream in = inner == null ? super.getInputStream() : inner.getInputStream();
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

    private Socket tls(boolean client) throws IOException {
        InetSocketAddress peer = (InetSocketAddress) getRemoteSocketAddress();
        SSLSocket socket =
                (SSLSocket) Objects.requireNonNull(keeper.credentials().tls())
                        .getSocketFactory()
                        .createSocket(this, peer.getHostString(), peer.getPort(), true);
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
