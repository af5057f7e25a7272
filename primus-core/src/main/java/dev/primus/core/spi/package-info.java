/** Ports to the outside: a handful of verbs each, all on lists, every answer a value and never an exception. */
@NullMarked
package dev.primus.core.spi;

import org.jspecify.annotations.NullMarked;
