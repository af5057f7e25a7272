package dev.primus.cluster;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.Releaser;
import dev.primus.core.spi.ReleaserFactory;
import dev.primus.core.spi.StoreSession;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the members that a term of a dead process is over, in that process's companion. It joins no group and knows no
 * secret of the cluster: all it can say is the key of a term that its process gave it.
 */
public final class PeerReleaserFactory implements ReleaserFactory {
    @Override
    public Releaser open(StoreSession session, Map<String, String> access) {
        List<PeerAddress> members = Arrays.stream(
                        access.getOrDefault(PeerRelease.ADDRESSES, "").split(" "))
                .filter(text -> !text.isEmpty())
                .map(PeerAddress::parse)
                .toList();
        return new PeerReleaser(session, members);
    }

    /** A term counts as given back once every member that was known to its owner has accepted its key. */
    private static final class PeerReleaser implements Releaser {
        private final StoreSession session;
        private final List<PeerAddress> members;
        private final byte[] cluster;
        private final Map<String, Set<PeerAddress>> accepted = new ConcurrentHashMap<>();

        PeerReleaser(StoreSession session, List<PeerAddress> members) {
            this.session = session;
            this.members = members;
            this.cluster = Credentials.fingerprint(session.cluster());
        }

        @Override
        public List<Answer> release(List<Parting> partings) {
            List<Thread> callers = new ArrayList<>();
            for (PeerAddress member : members) {
                Thread caller = Daemons.thread("primus-release", () -> tell(member, partings));
                caller.start();
                callers.add(caller);
            }
            try {
                for (Thread caller : callers) {
                    caller.join();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return partings.stream().map(this::answer).toList();
        }

        private Answer answer(Parting parting) {
            boolean byAll = !members.isEmpty()
                    && accepted.getOrDefault(parting.hold().nonce(), Set.of()).containsAll(members);
            return byAll
                    ? Answer.yes(parting.election())
                    : Answer.unknown(parting.election(), "not every member has accepted the release");
        }

        /** A member that does not answer is not told the rest in this round, so that it holds up no other for long. */
        private void tell(PeerAddress member, List<Parting> partings) {
            try {
                for (Parting parting : partings) {
                    tell(member, parting);
                }
            } catch (IOException e) {
                // The companion asks again while that is of use.
            }
        }

        private void tell(PeerAddress member, Parting parting) throws IOException {
            String key = parting.hold().nonce();
            Set<PeerAddress> done = accepted.computeIfAbsent(key, any -> ConcurrentHashMap.newKeySet());
            if (done.contains(member)) {
                return;
            }
            int millis = (int) session.ioTimeout().toMillis();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(member.host(), member.port()), millis);
                socket.setSoTimeout(millis);
                socket.setTcpNoDelay(true);
                socket.getOutputStream()
                        .write(ReleaseFrame.bytes(cluster, new PeerRelease(parting.election(), session.self(), key)));
                if (socket.getInputStream().read() == ReleaseFrame.ACCEPTED) {
                    done.add(member);
                }
            }
        }

        /** Loads the classes that a release needs. */
        @Override
        public void warmUp() {
            PeerRelease none = new PeerRelease(new ElectionName("none"), session.self(), "00".repeat(32));
            try (Socket unused = new Socket()) {
                ReleaseFrame.bytes(cluster, none);
                unused.setTcpNoDelay(true);
            } catch (IOException e) {
                // The first release finds the cause.
            }
        }
    }
}
