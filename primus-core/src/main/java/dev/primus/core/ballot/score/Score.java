package dev.primus.core.ballot.score;

/**
 * How fit a candidate is, and why: the total, and the parts it was made of. Compared by the total alone, so that two
 * which are equal in rank need not be equal; {@link Standing} decides between them.
 */
public record Score(
        Share total, Share uptime, Share capability, Share resources, Share network, Share experience, Share reputation)
        implements Comparable<Score> {

    /**
     * Whether this total lies above another by at least this much of the whole scale. With a margin, two candidates that
     * are nearly equal do not take turns; none that scores within the margin of the best there can be is ever surpassed.
     */
    public boolean surpasses(Score incumbent, Share margin) {
        int ahead = total.millionths() - incumbent.total.millionths();
        return ahead > 0 && ahead >= margin.millionths();
    }

    @Override
    public int compareTo(Score other) {
        return total.compareTo(other.total);
    }
}
