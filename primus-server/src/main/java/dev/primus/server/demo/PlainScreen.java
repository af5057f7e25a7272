package dev.primus.server.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Line after line with the seconds in front: for files, pipes and patient eyes. */
final class PlainScreen implements Screen {
    private final PrintStream out;
    private final long began = System.nanoTime();

    PlainScreen(PrintStream out) {
        this.out = out;
    }

    @Override
    public void tell(String line) {
        out.println(String.format(Locale.ROOT, "%6.2f s  %s", (System.nanoTime() - began) / 1e9, line));
    }

    @Override
    public void show(List<Player> players, List<Step> steps) {}

    @Override
    public void end() {}
}
