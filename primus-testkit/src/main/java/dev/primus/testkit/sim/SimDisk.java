package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A machine's disk: outlives every process, and remembers exactly what it was asked to. */
final class SimDisk implements MarkFile {
    private final Map<ElectionName, Term> marks = new LinkedHashMap<>();

    @Override
    public List<Mark> read() {
        List<Mark> all = new ArrayList<>();
        marks.forEach((election, term) -> all.add(new Mark(election, term)));
        return all;
    }

    @Override
    public void keep(List<Mark> fresh) {
        fresh.forEach(mark -> marks.merge(
                mark.election(),
                mark.term(),
                (former, next) -> former.token().compareTo(next.token()) > 0 ? former : next));
    }

    @Override
    public void close() {}
}
