/** The {@code primus} program. */
@NullMarked
package dev.primus.server;

import org.jspecify.annotations.NullMarked;
