package dev.primus.deathwatch.vigil;

/** Has not heard all yet, and so does nothing whatever happens. */
record Gathering(Charge charge, long lease) implements Vigil {

    @Override
    public Turn told(Message message, long now) {
        if (message instanceof Message.Bye) {
            return Turn.over("told to go");
        }
        if (message instanceof Message.Snapshot) {
            return Turn.to(new Gathering(new Charge(), lease));
        }
        charge.told(message);
        return Turn.to(message instanceof Message.End ? new Watching(charge, lease) : this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return Turn.over("the pipe ended before all was said: nothing is done");
    }
}
