/** Programs to read and to run, one idea each. All but one need nothing but a temporary SQLite file. */
@NullMarked
package dev.primus.examples;

import org.jspecify.annotations.NullMarked;
