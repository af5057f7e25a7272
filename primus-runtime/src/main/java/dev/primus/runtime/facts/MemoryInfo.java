package dev.primus.runtime.facts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory could be had. What the JDK calls free leaves out the pages in which Linux keeps files until somebody
 * needs the room: a host that has been up for a day would seem full. Linux itself tells what could be had; it is
 * believed where it speaks of as much memory as the JDK does, and not of the host around a container.
 */
final class MemoryInfo {
    private static final Pattern LINE = Pattern.compile("(MemTotal|MemAvailable):\\s+(\\d{1,12}) kB");

    private final Path file;

    MemoryInfo(Path file) {
        this.file = file;
    }

    static MemoryInfo ofLinux() {
        return new MemoryInfo(Path.of("/proc/meminfo"));
    }

    /** In bytes, given what the JDK says of all memory and of that which is free. */
    long available(long total, long free) {
        long totalHere = -1;
        long available = -1;
        for (String line : lines()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                long bytes = Long.parseLong(matcher.group(2)) * 1024;
                if (matcher.group(1).equals("MemTotal")) {
                    totalHere = bytes;
                } else {
                    available = bytes;
                }
            }
        }
        return totalHere == total ? Math.max(available, free) : free;
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // another system
        }
    }
}
