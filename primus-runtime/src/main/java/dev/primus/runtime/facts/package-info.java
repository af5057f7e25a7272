/** What a node can truly say of itself: what its host has to spare, how long it runs, how long it has been a node. */
@NullMarked
package dev.primus.runtime.facts;

import org.jspecify.annotations.NullMarked;
