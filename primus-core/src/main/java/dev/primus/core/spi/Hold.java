package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;

/** What proves an election ours, besides our own identity: the term's token and the nonce that won it. */
public record Hold(ElectionName election, FencingToken token, String nonce) {}
