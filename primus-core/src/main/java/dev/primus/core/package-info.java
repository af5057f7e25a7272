/** The words of the trade as values that cannot be invalid: names, terms, tokens, reasons and times. */
@NullMarked
package dev.primus.core;

import org.jspecify.annotations.NullMarked;
