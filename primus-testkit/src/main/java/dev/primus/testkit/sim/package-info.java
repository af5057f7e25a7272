/**
 * A world of its own: virtual time, machines with clocks and links, a database in memory, and real nodes on a simulated
 * stage. One seed decides everything that happens.
 */
@NullMarked
package dev.primus.testkit.sim;

import org.jspecify.annotations.NullMarked;
