package dev.primus.server.demo;

import java.util.List;

/** Where the audience looks. */
interface Screen {
    /** Something worth a line has happened. */
    void tell(String line);

    /** Time goes by, or somebody's role has changed. */
    void show(List<Player> players, List<Step> steps);

    /** The play is over; what comes now is ordinary text. */
    void end();
}
