/**
 * How a partition passes from one worker to another so that never two have it: the coordinator's side and the worker's. Both
 * decide only; others carry it out.
 */
@NullMarked
package dev.primus.core.partition.move;

import org.jspecify.annotations.NullMarked;
