/** What the coordinator of a cluster does by itself: watches over the cluster's health, and has polls done. */
@NullMarked
package dev.primus.server.duties;

import org.jspecify.annotations.NullMarked;
