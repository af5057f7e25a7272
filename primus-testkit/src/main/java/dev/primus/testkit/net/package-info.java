/** A network of its own on this machine, whose cables can be pulled. */
@NullMarked
package dev.primus.testkit.net;

import org.jspecify.annotations.NullMarked;
