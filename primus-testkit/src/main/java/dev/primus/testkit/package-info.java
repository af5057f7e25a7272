/** For tests of code that leads: an election that does what the test says, and whole clusters in virtual time. */
@NullMarked
package dev.primus.testkit;

import org.jspecify.annotations.NullMarked;
