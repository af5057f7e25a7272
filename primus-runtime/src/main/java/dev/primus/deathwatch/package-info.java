/**
 * The death watch: a companion process that gives leadership back for a process that has died. Here is what a node tells
 * its companion; what the companion decides and how its process runs is in the packages below.
 */
@NullMarked
package dev.primus.deathwatch;

import org.jspecify.annotations.NullMarked;
