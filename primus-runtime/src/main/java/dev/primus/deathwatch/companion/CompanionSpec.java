package dev.primus.deathwatch.companion;

import dev.primus.core.spi.ReleaserFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a companion is made of for one engine. The text form shows none of it.
 *
 * @param releaser gives terms back in the companion's process
 * @param access what the releaser needs to reach its engine, secrets included; goes through the pipe only
 * @param needed classes whose jars the companion needs besides those of Primus
 * @param classPath further places of classes
 */
public record CompanionSpec(
        Class<? extends ReleaserFactory> releaser,
        Map<String, String> access,
        List<Class<?>> needed,
        List<Path> classPath) {
    /** The name under which the pipe carries the releaser's class. */
    static final String RELEASER = "releaser";

    public CompanionSpec {
        access = Map.copyOf(access);
        needed = List.copyOf(needed);
        classPath = List.copyOf(classPath);
    }

    /** What goes through the pipe. */
    public Map<String, String> words() {
        Map<String, String> words = new HashMap<>(access);
        words.put(RELEASER, releaser.getName());
        return words;
    }

    @Override
    public String toString() {
        return "CompanionSpec";
    }
}
