/** For those who share work out over workers, and for the workers. */
@NullMarked
package dev.primus.worker;

import org.jspecify.annotations.NullMarked;
