package dev.primus.server.command;

import dev.primus.cluster.ballot.MemberKey;
import dev.primus.cluster.ballot.Members;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.MemberKeysView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code primus keys}: by which nodes of the ballot know each other. */
@Command(
        name = "keys",
        description = {
            "Makes, shows and checks the keys that nodes sign their messages with.",
            "For the ballot engine: primus node --engine ballot --key FILE --members FILE."
        },
        subcommands = {KeysCommand.Make.class, KeysCommand.Show.class, KeysCommand.Check.class},
        footer = {
            "  primus keys make --node core-1 --out core-1.pem >> members",
            "  primus keys show members",
            "  primus keys check --node core-1 --key core-1.pem --members members",
        })
final class KeysCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw Complaint.usage("keys needs to know what to do: make, show or check. See: primus keys --help");
    }

    private static NodeName nodeName(String name) {
        try {
            return new NodeName(name);
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--node: %s.".formatted(e.getMessage()), e);
        }
    }

    private static List<Capability> capabilities(List<String> names) {
        try {
            return names.stream().map(Capability::new).toList();
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--capability: %s.".formatted(e.getMessage()), e);
        }
    }

    /** {@code primus keys make}: a new key, and the line by which others know it. */
    @Command(
            name = "make",
            description = {
                "Makes a new key and prints its line for the members file, which all nodes need.",
                "The key file can be read by its owner only and must stay on its node."
            },
            footer = {
                "  primus keys make --node core-1 --out core-1.pem >> members",
                "  primus keys make --node core-2 --out core-2.pem --capability admin_election,project_manager",
            })
    static final class Make implements Callable<Integer> {
        private final Console console;

        @Option(names = "--node", paramLabel = "NAME", required = true, description = "Whose key it is.")
        @SuppressWarnings("NullAway.Init")
        private String node;

        @Option(
                names = "--out",
                paramLabel = "FILE",
                required = true,
                description = "Where to write it (mode 0600). A file that is there is not overwritten.")
        @SuppressWarnings("NullAway.Init")
        private Path out;

        @Option(
                names = "--capability",
                paramLabel = "NAME",
                split = ",",
                description = "What the membership vouches that the node can do, separated by commas.")
        private List<String> capabilities = new ArrayList<>();

        Make(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            NodeKey key = NodeKey.generate();
            MemberKey member = MemberKey.of(nodeName(node), key, capabilities(capabilities));
            write(key);
            console.out().println(member.line());
            console.say("primus: key %s of %s is in %s; add the line above to the members file of all nodes."
                    .formatted(key.keyId(), node, out));
            return ExitCode.DONE;
        }

        private void write(NodeKey key) {
            try {
                key.write(out);
            } catch (FileAlreadyExistsException e) {
                throw Complaint.usage(
                        "--out = '%s' exists, and a key is never overwritten: allowed is a name that is free."
                                .formatted(out),
                        e);
            } catch (IOException | UnsupportedOperationException e) {
                throw Complaint.failed(
                        "--out = '%s' cannot be written: allowed is a folder that is there and may be written to, on a file system with modes (%s)."
                                .formatted(out, e.getClass().getSimpleName()),
                        e);
            }
        }
    }

    /** {@code primus keys show}: whose keys there are. */
    @Command(
            name = "show",
            description = {
                "Lists the keys of a members file with their fingerprints,",
                "or prints the members line of a key file, and nothing of its secret."
            },
            footer = {
                "  primus keys show members",
                "  primus keys show members --output json",
                "  primus keys show core-1.pem --node core-1",
            })
    static final class Show implements Callable<Integer> {
        private static final String PEM = "-----BEGIN ";

        private final Console console;

        @Parameters(paramLabel = "FILE", description = "A members file or a key file.")
        @SuppressWarnings("NullAway.Init")
        private Path file;

        @Option(names = "--node", paramLabel = "NAME", description = "Whose key it is, which a key file does not say.")
        private @Nullable String node;

        @Option(
                names = "--capability",
                paramLabel = "NAME",
                split = ",",
                description = "The capabilities of its line, separated by commas.")
        private List<String> capabilities = new ArrayList<>();

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private OutputOptions output;

        Show(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (KeyReading.of("FILE", file, Show::isKeyFile)) {
                showKey(KeyReading.of("FILE", file, NodeKey::read));
            } else {
                Members members = KeyReading.of("FILE", file, Members::read);
                MemberKeysView view = new MemberKeysView(members.names().stream()
                        .flatMap(name -> members.keysOf(name).stream())
                        .toList());
                output.show(view::lines, view::json);
            }
            return ExitCode.DONE;
        }

        private void showKey(NodeKey key) {
            if (node == null) {
                throw Complaint.usage(
                        "--node is not set, and a key file does not say whose it is: allowed is the name of a node.");
            }
            MemberKey member = MemberKey.of(nodeName(node), key, capabilities(capabilities));
            if (output.isJson()) {
                console.out().println(new MemberKeysView(List.of(member)).json());
            } else {
                console.out().println(member.line());
            }
        }

        private static boolean isKeyFile(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(PEM.length()), StandardCharsets.ISO_8859_1).equals(PEM);
            }
        }
    }

    /** {@code primus keys check}: before a node is started, or a key changed. */
    @Command(
            name = "check",
            description = "Tells whether a node with this key could speak to those who have this members file.",
            footer = "  primus keys check --node core-1 --key core-1.pem --members members")
    static final class Check implements Callable<Integer> {
        private final Console console;

        @Option(names = "--node", paramLabel = "NAME", required = true, description = "Who would speak.")
        @SuppressWarnings("NullAway.Init")
        private String node;

        @Option(names = "--key", paramLabel = "FILE", required = true, description = "Its key file.")
        @SuppressWarnings("NullAway.Init")
        private Path key;

        @Option(names = "--members", paramLabel = "FILE", required = true, description = "What the others know.")
        @SuppressWarnings("NullAway.Init")
        private Path members;

        Check(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            NodeName name = nodeName(node);
            NodeKey own = KeyReading.of("--key", key, NodeKey::read);
            List<MemberKey> listed =
                    KeyReading.of("--members", members, Members::read).keysOf(name);
            if (listed.stream().noneMatch(each -> each.keyId().equals(own.keyId()))) {
                throw Complaint.failed("%s could not speak: its key is %s, and '%s' lists %s for it."
                        .formatted(
                                name,
                                own.keyId(),
                                members,
                                listed.isEmpty()
                                        ? "none"
                                        : listed.stream().map(MemberKey::keyId).collect(Collectors.joining(" and "))));
            }
            console.say("primus: %s could speak, with key %s (one of %d that are listed for it)."
                    .formatted(name, own.keyId(), listed.size()));
            return ExitCode.DONE;
        }
    }
}
