package dev.primus.server.demo;

import dev.primus.server.talk.Terminal;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** A table that is painted over as things happen. */
final class LiveScreen implements Screen {
    private static final int LINES_TOLD = 5;
    private static final int WIDEST = 100;

    private final PrintStream out;
    private final Terminal terminal;
    private final Deque<String> told = new ArrayDeque<>();
    private final long began = System.nanoTime();
    private int painted;

    LiveScreen(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void tell(String line) {
        told.addLast(String.format(Locale.ROOT, "%6.2f s  %s", (System.nanoTime() - began) / 1e9, line));
        if (told.size() > LINES_TOLD) {
            told.removeFirst();
        }
    }

    @Override
    public void show(List<Player> players, List<Step> steps) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.dim(String.format("  %-8s %-8s %-9s %6s  %s", "NODE", "PID", "STATE", "TERM", "FOR")));
        players.forEach(player -> lines.add(line(player)));
        lines.add("");
        steps.forEach(step -> lines.add(line(step)));
        lines.add("");
        told.forEach(line -> lines.add(terminal.dim(cut(line))));
        paint(lines);
    }

    private String line(Player player) {
        Child child = player.child();
        String text = String.format(
                Locale.ROOT,
                "  %-8s %-8s %-9s %6s  %.1f s",
                player.name(),
                child == null ? "" : child.pid(),
                player.role().name().toLowerCase(Locale.ROOT),
                player.token() == 0 ? "–" : player.token(),
                player.seconds());
        return switch (player.role()) {
            case LEADER -> terminal.green(terminal.bold(text));
            case KILLED -> terminal.red(text);
            case STARTING, STOPPED -> terminal.dim(text);
            case STANDBY -> text;
        };
    }

    private String line(Step step) {
        String text = "  %s %-10s %s".formatted(mark(step), step.title(), words(step));
        return switch (step.state()) {
            case KEPT -> terminal.green(cut(text));
            case BROKEN -> terminal.red(cut(text));
            case RUNNING -> terminal.bold(cut(text));
            case AHEAD -> terminal.dim(cut(text));
        };
    }

    private static String mark(Step step) {
        return switch (step.state()) {
            case KEPT -> "✓";
            case BROKEN -> "✗";
            case RUNNING -> "▸";
            case AHEAD -> "·";
        };
    }

    private static String words(Step step) {
        return step.happened().isEmpty() ? step.promised() : step.happened();
    }

    private static String cut(String line) {
        return line.length() > WIDEST ? line.substring(0, WIDEST - 1) + "…" : line;
    }

    private void paint(List<String> lines) {
        StringBuilder frame = new StringBuilder();
        if (painted > 0) {
            frame.append("\u001b[").append(painted).append('A');
        }
        lines.forEach(line -> frame.append("\r\u001b[K").append(line).append('\n'));
        // Clears what a longer frame left below; before the last line end, since streams pass on whole lines.
        frame.insert(frame.length() - 1, "\u001b[J");
        painted = lines.size();
        out.print(frame);
        out.flush();
    }

    @Override
    public void end() {
        painted = 0;
    }
}
