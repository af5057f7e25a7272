/** What can be set, where it may be said, and what is allowed. */
@NullMarked
package dev.primus.server.settings;

import org.jspecify.annotations.NullMarked;
