/** {@code primus run}: a program that lives only while this node leads, and all it has started with it. */
@NullMarked
package dev.primus.server.run;

import org.jspecify.annotations.NullMarked;
