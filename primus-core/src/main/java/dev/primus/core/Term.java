package dev.primus.core;

/** One reign of one incarnation; its number is the fencing token. */
public record Term(NodeId leader, FencingToken token) {
    public static Term of(NodeId leader, long token) {
        return new Term(leader, new FencingToken(token));
    }

    @Override
    public String toString() {
        return leader + "@" + token;
    }
}
