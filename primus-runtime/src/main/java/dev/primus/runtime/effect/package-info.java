/** Carries requests to the store in batches and brings every answer back as an event. */
@NullMarked
package dev.primus.runtime.effect;

import org.jspecify.annotations.NullMarked;
