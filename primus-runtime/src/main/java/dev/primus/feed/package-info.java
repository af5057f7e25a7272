/** The ordered record of what happened and why; logs, metrics, history and dashboards only read it. */
@NullMarked
package dev.primus.feed;

import org.jspecify.annotations.NullMarked;
