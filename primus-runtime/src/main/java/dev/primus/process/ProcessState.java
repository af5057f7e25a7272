package dev.primus.process;

/** Whether a process lives, as far as the kernel lets this process know. */
public sealed interface ProcessState {
    ProcessState ALIVE = new Alive();
    ProcessState GONE = new Gone();

    /** A thread of it exists. */
    record Alive() implements ProcessState {}

    /** No thread of it exists, for certain. */
    record Gone() implements ProcessState {}

    /**
     * It could not be read. That proves neither life nor death.
     *
     * @param cause what could not be read, and the error
     */
    record Unknown(String cause) implements ProcessState {}
}
