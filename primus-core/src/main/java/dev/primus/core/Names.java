package dev.primus.core;

import java.util.regex.Pattern;

/** The one way a name is refused: by saying which name, what was given, and what is allowed. */
final class Names {
    private Names() {}

    static String checked(String what, String value, Pattern allowed) {
        if (value == null || !allowed.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "%s '%s' is not usable: allowed is %s".formatted(what, value, allowed.pattern()));
        }
        return value;
    }
}
