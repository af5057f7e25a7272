package dev.primus.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Primus;
import dev.primus.cluster.JGroupsLink;
import dev.primus.jdbc.JdbcStore;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Every place where the API takes code of its user. A new one fails this test until it is listed with the test that shows
 * what a hostile callback does there, or with the reason why there is none.
 */
class CallbackInventoryTest {
    /** Without {@code dev.primus.telemetry}, which reads the feed and takes no code; it needs classes that are not here. */
    private static final Set<String> EXPORTED = Set.of(
            "dev.primus",
            "dev.primus.feed",
            "dev.primus.guard",
            "dev.primus.worker",
            "dev.primus.deathwatch",
            "dev.primus.jdbc",
            "dev.primus.jdbc.guard",
            "dev.primus.cluster",
            "dev.primus.cluster.ballot");

    private static final String CALLBACKS = "HostileCallbackTest";
    private static final String WORKER = "HostileWorkerCallbackTest";
    private static final String BALLOT = "HostileCallbackTest#ballot";
    private static final String OWN_THREAD = "runs on the thread of its caller, which hears what it throws";
    private static final String PORT = "a port: who implements it is part of the engine, and has a contract suite";
    private static final String AT_START = "called once, in build(), on the thread of its caller";

    private static final Map<String, String> COVERED = new TreeMap<>(Map.ofEntries(
            Map.entry("Duty.atRate(Duty)", CALLBACKS),
            Map.entry("Duty.between(Duty)", CALLBACKS),
            Map.entry("Duty.every(Duty)", CALLBACKS),
            Map.entry("ElectionBuilder.barrier(Barrier)", CALLBACKS),
            Map.entry("ElectionBuilder.duty(Duty)", CALLBACKS),
            Map.entry("ElectionBuilder.onChange(Consumer)", CALLBACKS),
            Map.entry("Primus.becomeCoordinator(Duty)", CALLBACKS),
            Map.entry("Feed.subscribe(Consumer)", CALLBACKS),
            Map.entry("Feed.subscribeToAll(Consumer)", CALLBACKS),
            Map.entry("Allocator.onMoves(Consumer)", CALLBACKS),
            Map.entry("BallotOffice.onElectionComplete(Consumer)", BALLOT),
            Map.entry("PeerBallot.facts(Supplier)", BALLOT),
            Map.entry("Peers.onMessage(BiConsumer)", BALLOT),
            Map.entry("Peers.onView(Consumer)", BALLOT),
            Map.entry("PeerRegistry.resolver(Resolver)", "ContainedResolverTest"),
            Map.entry("WorkerBuilder.onAssigned(Consumer)", WORKER),
            Map.entry("WorkerBuilder.onRevoked(Consumer)", WORKER),
            Map.entry("WorkerBuilder.onLost(Consumer)", WORKER)));

    private static final Map<String, String> EXEMPT = new TreeMap<>(Map.ofEntries(
            Map.entry("Builder.deathWatch(DeathWatches)", PORT),
            Map.entry("Builder.finder(PeerFinder)", PORT),
            Map.entry("PeerSettings.new(PeerFinder)", PORT),
            Map.entry("JdbcStore.on(Connector)", PORT),
            Map.entry("PeerRegistry.witness(Function)", PORT),
            Map.entry("Post.new(LongSupplier)", PORT),
            Map.entry("WatchedStore.listen(Consumer)", PORT),
            Map.entry("WatchedStore.new(LongSupplier)", PORT),
            Map.entry("PeerBallot.votes(Supplier)", AT_START),
            Map.entry("PeerRegistry.marks(Supplier)", AT_START),
            Map.entry("FenceRow.run(SqlWork)", OWN_THREAD),
            Map.entry("TermGuard.run(SqlWork)", OWN_THREAD),
            Map.entry("HeaderGuard.write(Write)", OWN_THREAD),
            Map.entry("MemoryFence.write(Write)", OWN_THREAD)));

    /** One class of each module that the API consists of. */
    private static final List<Class<?>> MODULES = List.of(Primus.class, JdbcStore.class, JGroupsLink.class);

    private static Stream<Class<?>> exportedTypes() throws Exception {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> module : MODULES) {
            Path place = Path.of(
                    module.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                found.addAll(typesIn(place));
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    found.addAll(typesIn(jar.getPath("/")));
                }
            }
        }
        return found.stream().filter(CallbackInventoryTest::isPublic);
    }

    private static List<Class<?>> typesIn(Path root) throws Exception {
        List<Class<?>> found = new ArrayList<>();
        for (String exported : EXPORTED) {
            Path folder = root.resolve(exported.replace('.', '/'));
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        String name = file.getFileName().toString();
                        if (name.endsWith(".class") && !name.equals("package-info.class")) {
                            String type = exported + "." + name.substring(0, name.length() - ".class".length());
                            found.add(Class.forName(type, false, CallbackInventoryTest.class.getClassLoader()));
                        }
                    }
                }
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
    }

    private static Set<String> callbacks() throws Exception {
        return exportedTypes()
                .flatMap(type -> Stream.concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors())))
                .filter(member -> Modifier.isPublic(member.getModifiers()) && !member.isSynthetic())
                .flatMap(CallbackInventoryTest::callbacksOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> callbacksOf(Executable member) {
        String name = member instanceof Method ? member.getName() : "new";
        return Arrays.stream(member.getParameterTypes())
                .filter(CallbackInventoryTest::isCallback)
                .map(type ->
                        "%s.%s(%s)".formatted(member.getDeclaringClass().getSimpleName(), name, type.getSimpleName()));
    }

    private static boolean isCallback(Class<?> type) {
        boolean known =
                type.getPackageName().equals("java.util.function") || type == Runnable.class || type == Callable.class;
        return known || type.isInterface() && type.getName().startsWith("dev.primus.") && isFunctional(type);
    }

    private static boolean isFunctional(Class<?> type) {
        return !type.isSealed()
                && Arrays.stream(type.getMethods())
                                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                                .count()
                        == 1;
    }

    @Test
    @DisplayName("every callback of the API is listed here, and nothing else is")
    void everyCallbackIsListed() throws Exception {
        Set<String> listed = new TreeSet<>(COVERED.keySet());
        listed.addAll(EXEMPT.keySet());
        assertThat(callbacks())
                .as("add a case to the test of hostile callbacks, and list the new callback here")
                .isEqualTo(listed);
    }
}
