package dev.primus.server.control.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.FakeSubject;
import dev.primus.server.control.Request;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The road to a node, with real sockets. */
class ControlSocketTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final List<ControlSocket> open = new ArrayList<>();
    private SocketFile file;

    @BeforeEach
    void place() {
        file = new SocketFile(folder.resolve("run").resolve("default.core-1.sock"));
    }

    @AfterEach
    void closeAll() {
        open.forEach(ControlSocket::close);
    }

    private ControlSocket serve(SocketFile where, String node) throws Exception {
        ControlSocket socket = ControlSocket.claim(where);
        open.add(socket);
        socket.serve(new FakeSubject(node + "#00aa11bb").control());
        return socket;
    }

    private static String nodeAt(SocketFile where) {
        Reply reply = new ControlClient(where).ask(new Request.Status(), SOON);
        return ((Answer.Node) ((Reply.Heard) reply).answer()).node();
    }

    private Lines visit() throws IOException {
        return visit(file);
    }

    private static Lines visit(SocketFile where) throws IOException {
        return new Lines(SocketChannel.open(UnixDomainSocketAddress.of(where.path())), 1 << 20);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void onlyTheOwnerCanComeIn() throws Exception {
        serve(file, "core-1");
        assertThat(mode(file.path())).isEqualTo("rw-------");
        assertThat(mode(file.path().getParent())).isEqualTo("rwx------");
        assertThat(nodeAt(file)).isEqualTo("core-1#00aa11bb");
    }

    @Test
    void theFileGoesWithTheNode() throws Exception {
        serve(file, "core-1").close();
        assertThat(file.path()).doesNotExist();
        assertThat(new ControlClient(file).ask(new Request.Status(), SOON)).isInstanceOf(Reply.NotReached.class);
    }

    @Test
    void whatADeadNodeLeftIsReplaced() throws Exception {
        Files.createDirectories(file.path().getParent());
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(file.path()));
        }
        assertThat(file.path()).exists();
        serve(file, "core-1");
        assertThat(nodeAt(file)).isEqualTo("core-1#00aa11bb");
    }

    @Test
    void aLivingNodeKeepsItsPlace() throws Exception {
        serve(file, "core-1");
        assertThatThrownBy(() -> ControlSocket.claim(file))
                .isInstanceOf(CannotOpen.class)
                .hasMessageContaining("a living process has it: allowed is one process for each node name");
        assertThat(nodeAt(file)).isEqualTo("core-1#00aa11bb");
    }

    @Test
    void whoeverLostItsFileDoesNotTakeTheNextOnesAway() throws Exception {
        ControlSocket former = serve(file, "core-1");
        Files.delete(file.path());
        serve(file, "core-2");
        former.close();
        assertThat(nodeAt(file)).isEqualTo("core-2#00aa11bb");
    }

    @Test
    void aFileOfSomebodyElseIsLeftAlone() throws Exception {
        Files.createDirectories(file.path().getParent());
        Files.writeString(file.path(), "precious");
        assertThatThrownBy(() -> ControlSocket.claim(file)).hasMessageContaining("no socket");
        assertThat(file.path()).hasContent("precious");
    }

    @Test
    void aFolderThatOthersCanWriteToIsRefused() throws Exception {
        Files.createDirectories(file.path().getParent());
        Files.setPosixFilePermissions(file.path().getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> ControlSocket.claim(file)).hasMessageContaining("only its owner can write to");
    }

    @Test
    void aFolderThatCannotBeIsRefused() throws Exception {
        Files.writeString(folder.resolve("run"), "a file");
        assertThatThrownBy(() -> ControlSocket.claim(file)).hasMessageContaining("cannot be made one");
    }

    @Test
    void twoNodesHaveTwoSockets() throws Exception {
        LocalSockets sockets = LocalSockets.of(Map.of("XDG_RUNTIME_DIR", folder.toString()));
        serve(sockets.of(ClusterName.DEFAULT, new NodeName("core-2")), "core-2");
        serve(sockets.of(ClusterName.DEFAULT, new NodeName("core-1")), "core-1");
        serve(sockets.of(new ClusterName("other"), new NodeName("core-3")), "core-3");
        assertThat(sockets.of(ClusterName.DEFAULT))
                .extracting(ControlSocketTest::nodeAt)
                .containsExactly("core-1#00aa11bb", "core-2#00aa11bb");
    }

    @Test
    void garbageGetsAnAnswerAndTheVisitGoesOn() throws Exception {
        serve(file, "core-1");
        try (Lines lines = visit()) {
            lines.write("\u0000\u0007 garbage", SOON);
            assertThat(lines.read(SOON)).startsWith("{\"v\":1,\"answer\":\"mistake\",\"error\":\"bad_json\"");
            lines.write("{\"v\":1,\"act\":\"frob\"}", SOON);
            assertThat(lines.read(SOON))
                    .isEqualTo("{\"v\":1,\"answer\":\"mistake\",\"error\":\"unknown_act\","
                            + "\"message\":\"unknown act 'frob'\"}");
            lines.write("{\"v\":1,\"act\":\"status\"}", SOON);
            assertThat(lines.read(SOON)).contains("\"node\":\"core-1#00aa11bb\"");
        }
    }

    @Test
    void aLineWithoutEndEndsTheVisitAndNothingElse() throws Exception {
        serve(file, "core-1");
        try (Lines lines = visit()) {
            lines.write("x".repeat(9000), SOON);
            assertThat(lines.read(SOON)).contains("\"error\":\"too_long\"");
        }
        assertThat(nodeAt(file)).isEqualTo("core-1#00aa11bb");
    }

    @Test
    void whenAllChairsAreTakenTheNextIsToldSo() throws Exception {
        serve(file, "core-1");
        List<Lines> seated = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                Lines lines = visit();
                seated.add(lines);
                lines.write("{\"v\":1,\"act\":\"status\"}", SOON);
                assertThat(lines.read(SOON)).contains("core-1");
            }
            try (Lines one = visit()) {
                assertThat(one.read(SOON)).contains("\"error\":\"busy\"");
            }
        } finally {
            for (Lines lines : seated) {
                lines.close();
            }
        }
    }

    @Test
    void whoIsNeitherTheOwnerNorTheSuperuserIsTurnedAway() throws Exception {
        Files.createDirectories(file.path().getParent());
        UserPrincipal another = () -> "somebody";
        try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(file.path()));
            new Visitors(
                            door,
                            new FakeSubject("core-1#00aa11bb").control(),
                            new Admission(another, "nobody else"),
                            SOON)
                    .start();
            for (int i = 0; i < 50; i++) {
                assertThat(new ControlClient(file).ask(new Request.Status(), SOON))
                        .as("also if it hung up before the request was written")
                        .isEqualTo(new Reply.Heard(new Answer.Mistake(
                                Answer.Mistake.Kind.NOT_ALLOWED, "allowed are somebody and nobody else")));
            }
        }
    }

    @Test
    void theOwnerAndRootAreAdmitted() {
        UserPrincipal ann = () -> "ann";
        assertThat(Admission.of(ann).admits(ann)).isTrue();
        assertThat(Admission.of(ann).admits(() -> "root")).isTrue();
        assertThat(Admission.of(ann).admits(() -> "bob")).isFalse();
    }

    @Test
    void aVisitorWhoOnlyWaitsIsSentAwayWhenTheNodeCloses() throws Exception {
        ControlSocket socket = serve(file, "core-1");
        Set<Thread> others = visits();
        try (Lines lines = visit()) {
            lines.write("{\"v\":1,\"act\":\"status\"}", SOON);
            assertThat(lines.read(SOON)).contains("core-1");
            socket.close();
            assertThat(lines.read(SOON)).isNull();
            await().atMost(SOON).until(() -> others.containsAll(visits()));
        }
    }

    @Test
    void whoIsBeingAnsweredHearsTheAnswerWhenTheNodeCloses() throws Exception {
        FakeSubject node = new FakeSubject("core-1#00aa11bb");
        node.seat("coordinator");
        ControlSocket socket = ControlSocket.claim(file);
        open.add(socket);
        socket.serve(node.control());
        try (Lines lines = visit()) {
            lines.write(
                    "{\"v\":1,\"act\":\"wait\",\"election\":\"coordinator\",\"for\":\"leading\",\"millis\":9000}",
                    SOON);
            await().until(node::isListenedTo);
            socket.close();
            assertThat(lines.read(SOON)).contains("\"answer\":\"verdict\"").contains("\"holds\":false");
            assertThat(lines.read(SOON)).isNull();
        }
    }

    @Test
    void whoSaysNothingOrNothingWholeIsHungUpOn() throws Exception {
        ControlSocket impatient = ControlSocket.claim(file);
        open.add(impatient);
        impatient.serve(new FakeSubject("core-1#00aa11bb").control(), Duration.ofMillis(100));
        SocketFile usual = new SocketFile(file.path().resolveSibling("default.core-2.sock"));
        serve(usual, "core-2");
        try (Lines patient = visit(usual);
                Lines mute = visit();
                SocketChannel lisping = SocketChannel.open(UnixDomainSocketAddress.of(file.path()));
                Lines spent = visit()) {
            spent.write("{\"v\":1,\"act\":\"status\"}", SOON);
            assertThat(spent.read(SOON)).contains("core-1");
            lisping.write(ByteBuffer.wrap("{\"v\":1,".getBytes(StandardCharsets.UTF_8)));
            assertThat(mute.read(SOON)).isNull();
            assertThat(lisping.read(ByteBuffer.allocate(1))).as("hung up").isEqualTo(-1);
            assertThat(spent.read(SOON)).isNull();
            patient.write("{\"v\":1,\"act\":\"status\"}", SOON);
            assertThat(patient.read(SOON)).as("a minute is not over").contains("core-2");
        }
        assertThat(nodeAt(file)).as("it still answers").isEqualTo("core-1#00aa11bb");
    }

    private static Set<Thread> visits() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("primus-control-visit"))
                .collect(Collectors.toSet());
    }

    @Test
    void aClaimThatStandsStillKeepsNobodyWaiting() throws Exception {
        Files.createDirectories(
                file.path().getParent(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (FileChannel guard = FileChannel.open(
                file.path().resolveSibling(".claim"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            guard.lock();
            assertThatThrownBy(() -> ControlSocket.claim(file))
                    .isInstanceOf(CannotOpen.class)
                    .hasMessageContaining("another process has been opening a socket in this folder for 1000 ms");
        }
        serve(file, "core-1");
    }

    @Test
    void aServicesSocketIsFoundFromALoginToo() throws Exception {
        String home = folder.resolve("home").toString();
        serve(LocalSockets.of(Map.of("HOME", home)).of(ClusterName.DEFAULT, new NodeName("core-1")), "core-1");
        LocalSockets login = LocalSockets.of(Map.of("HOME", home, "XDG_RUNTIME_DIR", folder.toString()));
        serve(login.of(ClusterName.DEFAULT, new NodeName("core-2")), "core-2");
        assertThat(login.of(ClusterName.DEFAULT))
                .extracting(ControlSocketTest::nodeAt)
                .containsExactly("core-2#00aa11bb", "core-1#00aa11bb");
    }

    @Test
    void whoHangsUpInTheMiddleHarmsNobody() throws Exception {
        serve(file, "core-1");
        try (SocketChannel rude = SocketChannel.open(UnixDomainSocketAddress.of(file.path()))) {
            rude.write(ByteBuffer.wrap("{\"v\":1,".getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(nodeAt(file)).isEqualTo("core-1#00aa11bb");
    }

    @Test
    void anAnswerThatNeverComesIsLostNotUnsent() throws Exception {
        Files.createDirectories(file.path().getParent());
        try (ServerSocketChannel mute = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            mute.bind(UnixDomainSocketAddress.of(file.path()));
            assertThat(new ControlClient(file).ask(new Request.Status(), Duration.ofMillis(50)))
                    .isEqualTo(new Reply.Lost("no answer within 50 ms"));
        }
    }

    @Test
    void aProcessThatStandsStillLivesAndKeepsNobodyWaiting() throws Exception {
        Files.createDirectories(file.path().getParent());
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocketChannel still = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            still.bind(UnixDomainSocketAddress.of(file.path()), 1);
            SocketChannel next = Door.enter(file.path());
            while (next != null) {
                waiting.add(next);
                next = Door.enter(file.path());
            }
            assertThat(waiting).isNotEmpty();
            assertThat(new ControlClient(file).ask(new Request.Status(), SOON))
                    .isInstanceOfSatisfying(
                            Reply.NotReached.class,
                            reply -> assertThat(reply.isDead()).isFalse());
            assertThatThrownBy(() -> ControlSocket.claim(file)).hasMessageContaining("a living process has it");
        } finally {
            for (SocketChannel one : waiting) {
                one.close();
            }
        }
    }

    @Test
    void aPathHasToFitIntoAnAddress() {
        assertThatThrownBy(() -> SocketFile.parse("/" + "x".repeat(103)))
                .hasMessageContaining("has 104 bytes: allowed is an absolute path of at most 103 bytes, or none");
        assertThatThrownBy(() -> SocketFile.parse("run/x.sock")).hasMessageContaining("allowed is an absolute path");
    }
}
