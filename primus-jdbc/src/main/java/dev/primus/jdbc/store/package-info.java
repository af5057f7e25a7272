/**
 * What all databases have in common: connections that are replaced when they break, rounds that settle every element of
 * a batch, and the books for readers. What is special about a database is behind {@link dev.primus.jdbc.store.Dialect}.
 */
@NullMarked
package dev.primus.jdbc.store;

import org.jspecify.annotations.NullMarked;
