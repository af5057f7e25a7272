package dev.primus.settings;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import java.time.Duration;
import java.util.function.Function;

/**
 * What a setting's value may look like.
 *
 * @param allowed in words
 * @param reader throws {@link IllegalArgumentException} or {@link ArithmeticException} for a value that is not allowed
 */
public record Kind<T>(String allowed, Function<String, T> reader) {
    private static final String NAME = "letters, digits and . _ -, at most 63, beginning with a letter or digit";

    public static final Kind<Duration> TIME =
            new Kind<>("a length of time such as 500ms, 1.5s, 10s, 2m, 1h", WrittenTime::parse);
    public static final Kind<Double> SHARE =
            new Kind<>("a percentage such as 1%, or a number from 0 to 0.5", Kind::share);
    public static final Kind<Boolean> SWITCH = new Kind<>("true or false", Kind::truth);
    public static final Kind<NodeName> NODE_NAME = new Kind<>(NAME, NodeName::new);
    public static final Kind<ClusterName> CLUSTER_NAME = new Kind<>(NAME, ClusterName::new);
    public static final Kind<Integer> LEASES = new Kind<>("a whole number of leases from 1 to 1000", Kind::leases);
    public static final Kind<String> TEXT = new Kind<>("a text that is not empty", Kind::text);

    /**
     * What {@code value} means.
     *
     * @param where the setting's name as its writer knows it, for the complaint
     * @throws IllegalArgumentException in one sentence: the setting, the value, what is allowed
     */
    public T read(String where, String value) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("%s = '%s': allowed is %s.".formatted(where, value, allowed), e);
        }
    }

    private static double share(String value) {
        boolean percent = value.endsWith("%");
        double number = Double.parseDouble(percent ? value.substring(0, value.length() - 1) : value);
        double share = percent ? number / 100 : number;
        require(share >= 0 && share <= 0.5);
        return share;
    }

    private static boolean truth(String value) {
        require(value.equals("true") || value.equals("false"));
        return value.equals("true");
    }

    private static int leases(String value) {
        int number = Integer.parseInt(value);
        require(number >= 1 && number <= 1000);
        return number;
    }

    private static String text(String value) {
        require(!value.isBlank());
        return value;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
