/**
 * Readers of the feed for those who watch: meters for Micrometer and events for JDK Flight Recorder. Each class needs
 * its library or JDK module only if it is used.
 */
@NullMarked
package dev.primus.telemetry;

import org.jspecify.annotations.NullMarked;
