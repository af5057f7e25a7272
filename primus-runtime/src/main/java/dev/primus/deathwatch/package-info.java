/**
 * The death watch: a companion process that gives leadership back for a process that has died. Here is what a node tells
 * its companion; the companion itself comes with a store.
 */
@NullMarked
package dev.primus.deathwatch;

import org.jspecify.annotations.NullMarked;
