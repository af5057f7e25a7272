package dev.primus.deathwatch.vigil;

/** Nothing more is done. */
record Over(String why) implements Vigil {
    @Override
    public Turn told(Message message, long now) {
        return Turn.to(this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return Turn.to(this);
    }
}
