/**
 * Real processes on real databases under real faults: killed, stopped, cut off. What they believed is written down by
 * themselves, every ten milliseconds, and read afterwards by a judge that knows nothing of how they decide.
 */
package dev.primus.nemesis;
