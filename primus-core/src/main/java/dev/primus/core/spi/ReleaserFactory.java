package dev.primus.core.spi;

import java.util.Map;

/**
 * Makes a {@link Releaser} in the process of a companion. An implementation is named by its class, so it needs a public
 * constructor without parameters.
 */
public interface ReleaserFactory {

    /**
     * Opens nothing that blocks: the first release does.
     *
     * @param access how the engine is reached, as the watched process told it through the pipe; may hold secrets
     */
    Releaser open(StoreSession session, Map<String, String> access);
}
