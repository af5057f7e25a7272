/**
 * What a companion decides, and the words in which it is told: no clock, no process, no pipe and no store in here. The
 * driver of a real companion hands in what happened and carries out what was decided.
 */
@NullMarked
package dev.primus.deathwatch.vigil;

import org.jspecify.annotations.NullMarked;
