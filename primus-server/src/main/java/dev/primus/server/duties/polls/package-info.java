/**
 * Polls: checks that the coordinator has done at their due times. What is decided ({@link
 * dev.primus.server.duties.polls.Orchestrator}, {@link dev.primus.server.duties.polls.PollTerm}, {@link
 * dev.primus.server.duties.polls.PollMember}) reads no clock and does no I/O.
 */
@NullMarked
package dev.primus.server.duties.polls;

import org.jspecify.annotations.NullMarked;
