package dev.primus.testkit.conformance;

import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.Leadership;
import dev.primus.core.Availability;
import org.junit.jupiter.api.Tag;

/**
 * What every engine promises to users, even one that goes on by itself when it is cut off, as {@link
 * Availability#AVAILABLE} does. It speaks to {@link Election}, {@link Leadership} and {@link Duty} alone.
 */
@Tag("Z1")
public abstract class CommonConformance extends LeavingCases {}
