package dev.primus.deathwatch.companion;

import dev.primus.core.NodeId;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** The command line of a companion: a JVM as small as one can be, with the jars it needs and no secret. */
public final class CompanionCommand {
    private static final int NATIVE_ACCESS_SINCE = 22;
    private static final List<String> PASSED_ON = List.of("java.io.tmpdir", "org.sqlite.tmpdir");

    private CompanionCommand() {}

    /** @throws IllegalStateException if some of its classes are not in files of their own */
    public static List<String> of(CompanionSpec spec) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx16m", "-Xss512k", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        // Whoever is killed cleans nothing up, so as little as possible is left lying about.
        command.add("-XX:-UsePerfData");
        command.add("-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider");
        command.add("-Dslf4j.internal.verbosity=ERROR");
        for (String name : PASSED_ON) {
            String value = System.getProperty(name);
            if (value != null) {
                command.add("-D" + name + "=" + value);
            }
        }
        if (Runtime.version().feature() >= NATIVE_ACCESS_SINCE) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classPath(spec), Companion.class.getName()));
        return command;
    }

    private static String classPath(CompanionSpec spec) {
        Set<Path> places = new LinkedHashSet<>();
        List<Class<?>> needed =
                new ArrayList<>(List.of(spec.releaser(), Companion.class, NodeId.class, LoggerFactory.class));
        needed.addAll(spec.needed());
        for (Class<?> type : needed) {
            placeOf(type).or(() -> instead(type, spec.classPath())).ifPresent(places::add);
        }
        places.addAll(spec.classPath());
        return places.stream().map(Path::toString).collect(Collectors.joining(System.getProperty("path.separator")));
    }

    /** Empty if it has no file of its own: a jar inside a jar has no path. */
    private static Optional<Path> placeOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        try {
            return Optional.ofNullable(location == null ? null : Path.of(location.toURI()))
                    .filter(Files::exists);
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> instead(Class<?> type, List<Path> more) {
        if (more.isEmpty()) {
            throw new IllegalStateException("the jar with %s is not a file of its own: name the jars with classPath(…)"
                    .formatted(type.getName()));
        }
        return Optional.empty();
    }
}
