/** The one port through which threads, time and chance come in, and its form for a real process. */
@NullMarked
package dev.primus.runtime.stage;

import org.jspecify.annotations.NullMarked;
