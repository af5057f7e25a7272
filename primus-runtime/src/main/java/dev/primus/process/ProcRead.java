package dev.primus.process;

import java.util.Optional;

/**
 * The result of reading one fact about a process. A failed read proves nothing: only the kernel's "no such process" is
 * {@link Gone}, every other error is {@link Unknown}.
 */
public sealed interface ProcRead<T> {

    record Found<T>(T value) implements ProcRead<T> {}

    /** The kernel says that there is no such process. */
    record Gone<T>() implements ProcRead<T> {}

    /** @param cause what could not be read, and the error */
    record Unknown<T>(String cause) implements ProcRead<T> {}

    default Optional<T> found() {
        return this instanceof Found<T> read ? Optional.of(read.value()) : Optional.empty();
    }
}
