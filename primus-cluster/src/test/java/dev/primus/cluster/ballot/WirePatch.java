package dev.primus.cluster.ballot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Loads all of our classes anew, one of them compiled from a changed source, as the test kit does for engines. */
final class WirePatch extends ClassLoader {
    private static final Path SOURCES = Path.of("src/main/java/dev/primus/cluster/ballot");

    private final Map<String, byte[]> patched;

    private WirePatch(Map<String, byte[]> patched) {
        super(WirePatch.class.getClassLoader());
        this.patched = patched;
    }

    /** A {@link WireProbe} with that change. */
    @SuppressWarnings("unchecked")
    static LongFunction<String> probe(String file, String from, String to) {
        try {
            return (LongFunction<String>) new WirePatch(compiled(file, changed(file, from, to)))
                    .loadClass(WireProbe.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String changed(String file, String from, String to) {
        try {
            String source = Files.readString(SOURCES.resolve(file));
            if (!source.contains(from)) {
                throw new IllegalStateException(
                        "%s has changed: find the place of this mistake again: %s".formatted(file, from));
            }
            return source.replace(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compiled(String file, String source) {
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileManager files = new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + name + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return classes.computeIfAbsent(name, any -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        JavaFileObject unit = new SimpleJavaFileObject(URI.create("mem:///" + file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
        List<String> options = List.of("-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path"));
        if (!compiler.getTask(null, files, null, options, null, List.of(unit)).call()) {
            throw new IllegalStateException("the change of %s does not compile".formatted(file));
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, out) -> bytes.put(name, out.toByteArray()));
        return bytes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("dev.primus.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = patched.containsKey(name) ? patched.get(name) : original(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
