package dev.primus.server.command;

import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Console;
import java.nio.file.Path;

/** Where a node keeps what it must not forget, if nobody says where: in the user's data folder, beside the usual store. */
final class UsualPlace {
    private UsualPlace() {}

    static Path of(Console console, String name) {
        return StoreUrl.embedded(console.environment()).file().orElseThrow().resolveSibling(name);
    }
}
