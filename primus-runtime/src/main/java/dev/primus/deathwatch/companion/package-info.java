/**
 * The companion's process, and the watched process's side of the pipe to it. It guards a program on every engine; how an
 * engine takes a term back is behind {@link dev.primus.core.spi.ReleaserFactory}.
 */
@NullMarked
package dev.primus.deathwatch.companion;

import org.jspecify.annotations.NullMarked;
