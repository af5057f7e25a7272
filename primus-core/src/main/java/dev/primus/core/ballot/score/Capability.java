package dev.primus.core.ballot.score;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/** What a node can do, by its name. Names that nobody has heard of are allowed, and count nothing. */
public record Capability(String name) implements Comparable<Capability> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");

    public static final Capability ADMIN_ELECTION = new Capability("admin_election");
    public static final Capability CONTEXT_CURATION = new Capability("context_curation");
    public static final Capability KEY_RECONSTRUCTION = new Capability("key_reconstruction");
    public static final Capability SEMANTIC_ANALYSIS = new Capability("semantic_analysis");
    public static final Capability PROJECT_MANAGER = new Capability("project_manager");

    /** Whoever has one of these may stand for election. */
    public static final Set<Capability> ENTITLING = Set.of(ADMIN_ELECTION, CONTEXT_CURATION, PROJECT_MANAGER);

    public Capability {
        if (name == null || !ALLOWED.matcher(name).matches()) {
            throw new IllegalArgumentException("capability = '%s': allowed is %s".formatted(name, ALLOWED.pattern()));
        }
    }

    /** Whether one who has these may stand for election. */
    public static boolean entitle(Collection<Capability> capabilities) {
        return capabilities.stream().anyMatch(ENTITLING::contains);
    }

    @Override
    public int compareTo(Capability other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
