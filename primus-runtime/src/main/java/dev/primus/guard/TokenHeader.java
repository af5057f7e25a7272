package dev.primus.guard;

import dev.primus.Leadership;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header that carries a token over HTTP: {@code Primus-Token: 42;owner=core-1#7f3a9c04}, the owner being optional.
 * It proves nothing about who sent it: that is what authentication is for.
 */
public final class TokenHeader {
    public static final String NAME = "Primus-Token";

    private static final Pattern VALUE =
            Pattern.compile("([1-9][0-9]{0,18})(?:\\s*;\\s*owner=([A-Za-z0-9][A-Za-z0-9_.-]{0,62}#[a-z0-9]{4,32}))?");

    private TokenHeader() {}

    /** The value that a leader sends. */
    public static String of(Leadership leadership) {
        Claim claim = Claim.of(leadership);
        return claim.token() + ";owner=" + claim.owner();
    }

    /**
     * Reads what came with a request.
     *
     * @param values all values of the header; null if there is none, as servers have it
     * @return empty if there is no value, more than one, or one that is no token
     */
    public static Optional<Claim> read(@Nullable List<String> values) {
        return values == null || values.size() != 1 ? Optional.empty() : read(values.get(0));
    }

    /** The same for servers that hand out one value. */
    public static Optional<Claim> read(@Nullable String value) {
        Matcher found = VALUE.matcher(value == null ? "" : value.strip());
        if (!found.matches()) {
            return Optional.empty();
        }
        String owner = found.group(2);
        try {
            return Optional.of(new Claim(Long.parseLong(found.group(1)), owner == null ? Claim.NOBODY : owner));
        } catch (NumberFormatException beyondLong) {
            return Optional.empty();
        }
    }
}
