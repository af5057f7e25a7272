/** What operators can ask of a node and do to it: requests in, answers out, by whatever road they came. */
@NullMarked
package dev.primus.server.control;

import org.jspecify.annotations.NullMarked;
