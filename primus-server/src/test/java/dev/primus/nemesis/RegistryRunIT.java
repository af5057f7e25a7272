package dev.primus.nemesis;

import org.junit.jupiter.api.DisplayName;

@DisplayName("primus run with the registry")
class RegistryRunIT extends PeerRunScenarios {
    @Override
    String engine() {
        return "registry";
    }
}
