package dev.primus.deathwatch.vigil;

import java.util.List;

/** What an event leads to: the next state, and what is to be done. */
public record Turn(Vigil next, List<Deed> deeds) {
    static Turn to(Vigil next, Deed... deeds) {
        return new Turn(next, List.of(deeds));
    }

    static Turn over(String why) {
        return to(new Over(why), new Deed.Leave(why));
    }
}
