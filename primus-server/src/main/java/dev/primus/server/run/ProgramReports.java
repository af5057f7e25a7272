package dev.primus.server.run;

import java.time.Duration;

/** Who hears of a program's life, on the duty's thread unless it says otherwise. */
interface ProgramReports {
    void starting(long token);

    void unguarded();

    /** The program ended, nobody had asked it to. */
    void endedByItself(int code);

    /** The term is over. */
    void stopping();

    /** So many processes were asked to end. */
    void terminated(int processes);

    /** What could not be read, so that the program's end is not proved. */
    void unread(String cause);

    void stopped(int code, Duration took);

    /** A signal may not have reached the program. On the thread that heard it. */
    void notPassedOn(String signal, String why);

    void couldNotStart(String why, int code);
}
