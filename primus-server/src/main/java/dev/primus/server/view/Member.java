package dev.primus.server.view;

/**
 * One who takes part in one election.
 *
 * @param part leader, standby, observer, silent or left
 */
public record Member(String election, String node, String part, boolean alive, long silentForMs) {}
