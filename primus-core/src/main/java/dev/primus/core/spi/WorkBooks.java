package dev.primus.core.spi;

import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.partition.TaskListName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where people say what work there is, and see who does it. What they change is carried out by the coordinator, when it next
 * looks. A verb that fails with a {@link StoreException} may have been carried out or not; to say the same again does no harm.
 */
public interface WorkBooks extends AutoCloseable {

    /** Everything, as of one moment. */
    Snapshot snapshot() throws StoreException;

    /** Makes a domain, or has it worked on or not. */
    void define(Domain domain) throws StoreException;

    /** Makes a list, and its domain if that is not there; or changes how many partitions it has, and whether it is active. */
    void define(Catalogue.Entry list) throws StoreException;

    /** Has a partition given to one worker, or to nobody; instead of what was wanted of it before. */
    void wish(Catalogue.Wish wish) throws StoreException;

    /** Nobody wants anything of that partition any more. @return false if nobody did */
    boolean unwish(TaskListName list, int partition) throws StoreException;

    /** Has a worker give away all it has, or take part again. @return false if no such worker is alive */
    boolean drain(NodeName worker, boolean draining) throws StoreException;

    @Override
    void close();

    /**
     * A group of lists, by the part of their names before the first slash.
     *
     * @param active whether its lists are worked on, if they are active themselves
     */
    record Domain(String name, boolean active) {
        public Domain {
            TaskListName.ofDomain(name);
        }
    }

    /**
     * @param term of the last coordinator that has planned; null if none has
     * @param revision of the plan
     */
    record Snapshot(
            @Nullable Term term,
            long revision,
            List<Domain> domains,
            Catalogue catalogue,
            List<Attendance> workers,
            List<Orders> orders) {
        public Snapshot {
            domains = List.copyOf(domains);
            workers = List.copyOf(workers);
            orders = List.copyOf(orders);
        }
    }
}
