package dev.primus.examples;

import dev.primus.Leadership;
import dev.primus.guard.Claim;
import dev.primus.guard.MemoryFence;
import dev.primus.jdbc.JdbcStore;
import java.util.ArrayList;
import java.util.List;

/** Guards something that lives in one process, here a list. The mark is gone when the process is. */
public final class MemoryFenceExample {
    private MemoryFenceExample() {}

    public static void main(String... args) throws Exception {
        MemoryFence fence = new MemoryFence("journal");
        List<String> journal = new ArrayList<>();
        try (Succession nodes = new Succession(JdbcStore.sqlite(Succession.newFile()))) {
            Leadership one = nodes.ofOne();
            fence.raise(one);
            System.out.println(fence.write(Claim.of(one), () -> journal.add("by one")));

            Leadership two = nodes.ofTwo();
            fence.raise(two); // before anything else: from here on no former leader gets in
            System.out.println(fence.write(Claim.of(one), () -> journal.add("by one, late")));
            System.out.println(fence.write(Claim.of(two), () -> journal.add("by two")));
        }
        System.out.println(journal + ", refused: " + fence.rejected());
    }
}
