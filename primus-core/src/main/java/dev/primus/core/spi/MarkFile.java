package dev.primus.core.spi;

import java.util.List;

/**
 * Where a member keeps its marks, so that a restart makes it forget nothing it has promised. Throws a
 * {@link StoreException} where it cannot keep its word: then nothing may be promised.
 */
public interface MarkFile extends AutoCloseable {

    /** The marks as they were last kept, one for each election. */
    List<Mark> read() throws StoreException;

    /** Keeps these marks beside the others; when it returns, not even a power failure loses them. */
    void keep(List<Mark> marks) throws StoreException;

    /** No term above this one was promised in an election of which there is no mark. */
    long floor() throws StoreException;

    /**
     * Raises the floor, then drops these marks if they are the latest of their elections. The floor is durable before any
     * mark is gone; a mark that outlives this call does no harm.
     */
    void drop(long floor, List<Mark> marks) throws StoreException;

    @Override
    void close();
}
