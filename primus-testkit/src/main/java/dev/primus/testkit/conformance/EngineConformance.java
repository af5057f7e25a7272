package dev.primus.testkit.conformance;

import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.Leadership;
import org.junit.jupiter.api.Tag;

/**
 * What every engine promises to users. It speaks to {@link Election}, {@link Leadership} and {@link Duty} alone; where it
 * is played, and in whose time, is up to the {@link Ground}. The cases are in the superclasses, by theme.
 */
@Tag("Z1")
public abstract class EngineConformance extends BadDayCases {}
