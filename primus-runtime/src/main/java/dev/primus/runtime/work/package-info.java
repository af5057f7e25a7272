/** Has the decisions of {@code core.partition.move} carried out: a worker's lives, and a coordinator's rounds. */
@NullMarked
package dev.primus.runtime.work;

import org.jspecify.annotations.NullMarked;
