/** What a user types: one {@link dev.primus.Primus}, its {@link dev.primus.Election}s, the {@link dev.primus.Leadership} one holds, and the
 * {@link dev.primus.Duty} done while holding it. */
@NullMarked
package dev.primus;

import org.jspecify.annotations.NullMarked;
