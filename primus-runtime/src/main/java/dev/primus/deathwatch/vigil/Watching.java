package dev.primus.deathwatch.vigil;

/** Knows all and waits: for the end of the pipe, or for the time at which the program must not live any more. */
record Watching(Charge charge, long lease) implements Vigil {

    @Override
    public Turn told(Message message, long now) {
        if (message instanceof Message.Bye) {
            return Turn.over("told to go");
        }
        if (message instanceof Message.Snapshot) {
            return Turn.to(new Gathering(new Charge(), lease));
        }
        charge.told(message);
        return Turn.to(this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return Checking.begin(charge, lease, now);
    }

    @Override
    public boolean isWaiting() {
        return charge.program() != null;
    }

    @Override
    public long wakeAt() {
        Guarded program = charge.program();
        return program == null ? 0 : program.killAt();
    }

    /** The process has not confirmed in time that it leads: it may be stopped, but its program is not. */
    @Override
    public Turn woken(long now) {
        Guarded program = charge.program();
        return program == null || now - program.killAt() < 0
                ? Turn.to(this)
                : Clearing.ofStopped(charge, program, lease, now);
    }
}
