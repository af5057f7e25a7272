package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import java.time.Duration;
import java.util.List;

/**
 * A voter that is no node: a row in a database that promises terms as a member does, and judges by the database's clock. It
 * makes a majority possible where there are only two members, and is asked only when they cannot reach each other.
 *
 * <p>It remembers the highest term it has promised of each election for ever. A term is promised if it is that very term
 * and has not been given back, or a later one while no promise to another node runs. Whoever promises has made that durable.
 */
public interface Witness extends AutoCloseable {

    /**
     * What it would say to these terms now; promises nothing, though it may count a promise by another clock from now on. One
     * answer for each question, in their order.
     */
    List<Word> ask(List<Plea> pleas) throws StoreException;

    /** Promises these terms where it can: for so long, counted from its answer at the latest, it follows nobody else. */
    List<Word> promise(List<Plea> pleas, Duration span) throws StoreException;

    /** These terms are over: its promises to them end, and are never renewed. Others it leaves alone. */
    void release(List<Plea> pleas) throws StoreException;

    @Override
    void close();

    /** A term somebody wants. */
    record Plea(ElectionName election, Term term) {}

    /**
     * @param highest the highest token it has promised in that election; 0 if none
     * @param busy how long its promise to another still runs; zero if it agreed, or has promised nobody
     */
    record Word(ElectionName election, boolean agreed, long highest, Duration busy) {}
}
