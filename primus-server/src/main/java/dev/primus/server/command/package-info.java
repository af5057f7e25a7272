/** The verbs of the program, one class each, and the options they share. */
@NullMarked
package dev.primus.server.command;

import org.jspecify.annotations.NullMarked;
