/** Whether the cluster is healthy. */
@NullMarked
package dev.primus.server.duties.health;

import org.jspecify.annotations.NullMarked;
