/** What all engines share: events in, effects out, and the table of legal transitions. */
@NullMarked
package dev.primus.core.election;

import org.jspecify.annotations.NullMarked;
