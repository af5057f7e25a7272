package dev.primus.cluster;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.jgroups.util.DefaultSocketFactory;

/** Where JGroups gets its sockets from. */
final class PeerSockets extends DefaultSocketFactory {
    private final Doorkeeper keeper;

    PeerSockets(Doorkeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public Socket createSocket(String service) {
        return new PeerSocket(keeper);
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new Door(keeper);
    }
}
