package dev.primus.testkit.sim;

/** The way from one machine to the store: how long a message takes, and whether it arrives at all. */
final class SimLink {
    /** Says that a message never arrives. */
    static final long LOST = -1;

    private final World world;
    private final Chance chance;
    private long meanDelay;
    private double requestLoss;
    private double replyLoss;
    private double ghosts;
    private long ghostDelay;
    private long requestsCutUntil;
    private long repliesCutUntil;
    private long slowUntil;
    private long slowBy;

    SimLink(World world, Chance chance) {
        this.world = world;
        this.chance = chance;
    }

    /**
     * @param ghosts how often a request is carried out long after the client has given it up
     */
    void weather(long meanDelay, double requestLoss, double replyLoss, double ghosts, long ghostDelay) {
        this.meanDelay = meanDelay;
        this.requestLoss = requestLoss;
        this.replyLoss = replyLoss;
        this.ghosts = ghosts;
        this.ghostDelay = ghostDelay;
    }

    /** Nothing passes until then, in either direction or only on the way back. */
    void cut(long until, boolean onlyReplies) {
        repliesCutUntil = until;
        requestsCutUntil = onlyReplies ? requestsCutUntil : until;
    }

    void slow(long until, long by) {
        slowUntil = until;
        slowBy = by;
    }

    void heal() {
        requestsCutUntil = 0;
        repliesCutUntil = 0;
        slowUntil = 0;
    }

    /** How long a request that is sent now travels. */
    long request() {
        long delay = delay();
        if (world.now() < requestsCutUntil || chance.happens(requestLoss)) {
            return chance.happens(ghosts) ? delay + chance.around(ghostDelay) : LOST;
        }
        return chance.happens(ghosts) ? delay + chance.around(ghostDelay) : delay;
    }

    /** How long a reply that is sent now travels. */
    long reply() {
        long delay = delay();
        return world.now() < repliesCutUntil || chance.happens(replyLoss) ? LOST : delay;
    }

    boolean isCut() {
        return world.now() < requestsCutUntil;
    }

    private long delay() {
        long usual = 20_000 + chance.around(meanDelay);
        return world.now() < slowUntil ? usual + slowBy : usual;
    }
}
