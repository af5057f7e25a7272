package dev.primus.core.spi;

/** Something one member of a cluster tells another. Implementations are records that carry everything they mean. */
public interface PeerMessage {}
