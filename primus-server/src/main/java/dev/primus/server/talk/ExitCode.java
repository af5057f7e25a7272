package dev.primus.server.talk;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a command ended, for the shell. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int UNKNOWN = 3;
    public static final int REFUSED = 4;

    private ExitCode() {}

    /** The codes and their meaning, as every help page shows them. */
    public static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put(" 0", "done");
        meanings.put(" 1", "failed; the message says why");
        meanings.put(" 2", "wrong usage or settings; nothing was tried");
        meanings.put(" 3", "outcome unknown: look before you repeat it");
        meanings.put(" 4", "refused by a rule, which is named");
        return meanings;
    }
}
