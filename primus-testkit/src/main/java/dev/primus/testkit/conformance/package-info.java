/** What every engine promises through the one API, as a suite that each of them runs. */
@NullMarked
package dev.primus.testkit.conformance;

import org.jspecify.annotations.NullMarked;
