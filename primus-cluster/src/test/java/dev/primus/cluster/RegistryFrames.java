package dev.primus.cluster;

import java.util.List;

/** A frame of every message of the registry, for tests elsewhere. */
public final class RegistryFrames {
    private RegistryFrames() {}

    public static List<byte[]> all() {
        RegistryCodec codec = new RegistryCodec();
        return RegistryCodecTest.messages().stream().map(codec::encode).toList();
    }
}
