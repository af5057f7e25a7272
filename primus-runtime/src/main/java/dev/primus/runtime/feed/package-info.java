/** Keeps the feed of a node and passes it on. */
@NullMarked
package dev.primus.runtime.feed;

import org.jspecify.annotations.NullMarked;
