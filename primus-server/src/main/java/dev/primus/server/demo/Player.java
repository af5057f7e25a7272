package dev.primus.server.demo;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node as the audience sees it, by what it has said so far. Belongs to the demo's thread. */
final class Player {
    /** What a node can be. */
    enum Role {
        STARTING,
        STANDBY,
        LEADER,
        KILLED,
        STOPPED
    }

    private final String name;
    private @Nullable Child child;
    private Role role = Role.STARTING;
    private String id = "";
    private long token;
    private String follows = "";
    private boolean dismissed;
    private long since = System.nanoTime();

    Player(String name) {
        this.name = name;
    }

    void began(Child started) {
        child = started;
        become(Role.STARTING);
        token = 0;
        follows = "";
        dismissed = false;
    }

    /** Kills its process as a power cut would. */
    void kill() {
        dismissed = true;
        become(Role.KILLED);
        process().kill();
    }

    /** Asks its process to leave. */
    void terminate() {
        dismissed = true;
        process().terminate();
    }

    /** Whether its process may end. */
    boolean isDismissed() {
        return dismissed;
    }

    void heard(Event event) {
        switch (event.kind()) {
            case "joined" -> {
                id = event.id();
                become(Role.STANDBY);
            }
            case "became_leader" -> {
                become(Role.LEADER);
                token = event.token();
                follows = "";
            }
            case "revoked" -> become(Role.STANDBY);
            case "leader_changed" -> follow(event);
            case Event.EXITED -> {
                if (role != Role.KILLED) {
                    become(Role.STOPPED);
                }
            }
            default -> {}
        }
    }

    private void follow(Event event) {
        if (!event.leader().equals(id)) {
            follows = event.leader();
            token = event.token();
        }
    }

    private void become(Role next) {
        if (role != next) {
            since = System.nanoTime();
        }
        role = next;
    }

    String name() {
        return name;
    }

    @Nullable
    Child child() {
        return child;
    }

    Child process() {
        Child running = child;
        if (running == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return running;
    }

    Role role() {
        return role;
    }

    String id() {
        return id;
    }

    long token() {
        return token;
    }

    String follows() {
        return follows;
    }

    /** For how long it has been what it is. */
    double seconds() {
        return (System.nanoTime() - since) / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
