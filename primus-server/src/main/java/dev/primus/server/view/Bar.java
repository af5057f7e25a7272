package dev.primus.server.view;

import dev.primus.core.partition.Partitions;

/** Where in a list a worker's partitions are: a strip of cells, each of which stands for as many partitions as the next. */
record Bar(int partitions) {
    private static final int CELLS = 32;

    String of(Occupancy.Share share) {
        StringBuilder strip = new StringBuilder();
        int cells = Math.min(CELLS, partitions);
        for (int cell = 0; cell < cells; cell++) {
            Partitions part = Partitions.of(edge(cell, cells), edge(cell + 1, cells) - 1);
            strip.append(sign(
                    part.size(),
                    part.and(share.assigned()).size(),
                    part.and(share.leaving()).size()));
        }
        return strip.toString();
    }

    private int edge(int cell, int cells) {
        return (int) ((long) cell * partitions / cells);
    }

    private static char sign(int all, int assigned, int leaving) {
        if (leaving > 0) {
            return '»';
        }
        return assigned == 0 ? '·' : assigned < all ? '▒' : '█';
    }
}
