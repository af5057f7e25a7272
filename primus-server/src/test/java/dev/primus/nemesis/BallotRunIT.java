package dev.primus.nemesis;

import org.junit.jupiter.api.DisplayName;

@DisplayName("primus run with the ballot")
class BallotRunIT extends PeerRunScenarios {
    @Override
    String engine() {
        return "ballot";
    }
}
