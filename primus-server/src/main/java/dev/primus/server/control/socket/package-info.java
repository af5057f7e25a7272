/** The road to a node on the same host: a Unix domain socket with a line of JSON each way. */
@NullMarked
package dev.primus.server.control.socket;

import org.jspecify.annotations.NullMarked;
