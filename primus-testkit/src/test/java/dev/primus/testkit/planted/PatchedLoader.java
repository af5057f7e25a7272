package dev.primus.testkit.planted;

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

/** Loads all of our classes anew, one of them compiled from a patched source: the real one has no switch for bugs. */
final class PatchedLoader extends ClassLoader {
    private final Map<String, byte[]> patched;

    private PatchedLoader(Map<String, byte[]> patched) {
        super(PatchedLoader.class.getClassLoader());
        this.patched = patched;
    }

    /** A {@link Probe} of the patched engine. */
    @SuppressWarnings("unchecked")
    static LongFunction<String> probe(PlantedBug.Patch patch, String engine) {
        try {
            return (LongFunction<String>) new PatchedLoader(compile(patch))
                    .loadClass(Probe.class.getName())
                    .getDeclaredConstructor(String.class)
                    .newInstance(engine);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
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

    private static Map<String, byte[]> compile(PlantedBug.Patch patch) {
        String source = patchedSource(patch);
        Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileManager files = new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + name + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return compiled.computeIfAbsent(name, any -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        String className = Path.of(patch.file()).getFileName().toString();
        JavaFileObject unit = new SimpleJavaFileObject(URI.create("mem:///" + className), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
        List<String> options = List.of("-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path"));
        if (!compiler.getTask(null, files, null, options, null, List.of(unit)).call()) {
            throw new IllegalStateException("the patch of %s does not compile".formatted(patch.file()));
        }
        Map<String, byte[]> bytes = new HashMap<>();
        compiled.forEach((name, out) -> bytes.put(name, out.toByteArray()));
        return bytes;
    }

    private static String patchedSource(PlantedBug.Patch patch) {
        try {
            String source = Files.readString(Path.of("..").resolve(patch.file()));
            for (int i = 0; i < patch.changes().size(); i += 2) {
                String from = patch.changes().get(i);
                if (!source.contains(from)) {
                    throw new IllegalStateException(
                            "%s has changed: find the place of this mistake again: %s".formatted(patch.file(), from));
                }
                source = source.replace(from, patch.changes().get(i + 1));
            }
            return source;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
