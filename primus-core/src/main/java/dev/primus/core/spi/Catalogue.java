package dev.primus.core.spi;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What work there is, as people have set it up.
 *
 * @param version changes whenever anything of it does
 * @param lists all of them, also those that are not active
 */
public record Catalogue(long version, List<Entry> lists, List<Wish> wishes) {
    public static final Catalogue EMPTY = new Catalogue(0, List.of(), List.of());

    public Catalogue {
        lists = List.copyOf(lists);
        wishes = List.copyOf(wishes);
    }

    /** @param active whether it, and its domain, is to be worked on */
    public record Entry(TaskList list, boolean active) {}

    /**
     * What people want of one partition.
     *
     * @param worker who is to have it; null for nobody
     */
    public record Wish(
            TaskListName list, int partition, @Nullable NodeName worker) {
        public Wish {
            Partitions.of(partition);
        }
    }
}
