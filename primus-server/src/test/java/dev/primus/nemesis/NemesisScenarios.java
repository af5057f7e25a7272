package dev.primus.nemesis;

/** What every database must stand. */
abstract class NemesisScenarios extends StormScenarios {}
