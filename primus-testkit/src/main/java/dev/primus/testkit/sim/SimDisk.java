package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A machine's disk: outlives every process, and remembers exactly what it was asked to. */
final class SimDisk implements MarkFile {
    private final Map<ElectionName, Mark> marks = new LinkedHashMap<>();

    @Override
    public List<Mark> read() {
        return List.copyOf(marks.values());
    }

    @Override
    public void keep(List<Mark> fresh) {
        fresh.forEach(mark -> marks.merge(
                mark.election(),
                mark,
                (former, next) -> former.term().token().compareTo(next.term().token()) > 0 ? former : next));
    }

    @Override
    public void close() {}
}
