package dev.primus.server.view;

import java.util.ArrayList;
import java.util.List;

/** Columns under headings, as wide as their widest cell; numbers stand to the right. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Headings; one that begins with {@code >} has its column set to the right. */
    public Table(String... headings) {
        this.headings = new ArrayList<>();
        for (String heading : headings) {
            right.add(heading.startsWith(">"));
            this.headings.add(heading.startsWith(">") ? heading.substring(1) : heading);
        }
    }

    public void row(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException("%d cells for %d columns".formatted(cells.length, headings.size()));
        }
        rows.add(List.of(cells));
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line(headings));
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String blanks = " ".repeat(width(column) - length(cell));
            line.append(right.get(column) ? blanks + cell : cell + blanks).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int widest = length(headings.get(column));
        for (List<String> row : rows) {
            widest = Math.max(widest, length(row.get(column)));
        }
        return widest;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
