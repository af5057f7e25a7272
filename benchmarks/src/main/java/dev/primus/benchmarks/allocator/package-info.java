/** Planners of partitions, ours and others', behind one face. */
@NullMarked
package dev.primus.benchmarks.allocator;

import org.jspecify.annotations.NullMarked;
