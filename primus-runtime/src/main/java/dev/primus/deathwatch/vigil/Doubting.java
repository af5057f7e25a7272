package dev.primus.deathwatch.vigil;

/**
 * The pipe has ended and its process could not be shown to be dead: nothing will be given back. But on a host under
 * load a process can take longer to die than anybody waits, and its program is not to outlive its lease. Should the
 * process live after all, it notices that nobody listens, ends this companion and starts another, well before that.
 */
record Doubting(Charge charge, Guarded program, long lease) implements Vigil {
    static final String WHY = "the pipe has ended, but its process lives: nothing is given back";

    static Turn begin(Charge charge, long lease) {
        Guarded program = charge.program();
        return program == null ? Turn.over(WHY) : Turn.to(new Doubting(charge, program, lease));
    }

    @Override
    public Turn told(Message message, long now) {
        return message instanceof Message.Bye ? Turn.over("told to go") : Turn.to(this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return Turn.to(this);
    }

    @Override
    public boolean isWaiting() {
        return true;
    }

    @Override
    public long wakeAt() {
        return program.killAt();
    }

    @Override
    public Turn woken(long now) {
        return Clearing.ofDoubted(charge, program, lease, now);
    }
}
