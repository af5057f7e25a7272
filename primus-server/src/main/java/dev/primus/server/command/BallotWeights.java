package dev.primus.server.command;

import dev.primus.core.ballot.score.Weights;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import dev.primus.server.talk.Complaint;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The weights of a score: as documented, and over that what the settings name. */
record BallotWeights(Settings settings) {

    Weights weights() {
        Weights usual = Weights.DEFAULT;
        Weights.Resources inner = usual.inResources();
        Group parts = new Group("ballot.weights");
        Group resources = new Group("ballot.resource_weights");
        Weights weights = usual.withParts(
                        parts.read(Setting.WEIGHT_UPTIME, usual.uptime()),
                        parts.read(Setting.WEIGHT_CAPABILITY, usual.capability()),
                        parts.read(Setting.WEIGHT_RESOURCES, usual.resources()),
                        parts.read(Setting.WEIGHT_NETWORK, usual.network()),
                        parts.read(Setting.WEIGHT_EXPERIENCE, usual.experience()),
                        parts.read(Setting.WEIGHT_REPUTATION, usual.reputation()))
                .withResources(new Weights.Resources(
                        resources.read(Setting.RESOURCE_WEIGHT_CPU, inner.cpu()),
                        resources.read(Setting.RESOURCE_WEIGHT_MEMORY, inner.memory()),
                        resources.read(Setting.RESOURCE_WEIGHT_DISK, inner.disk()),
                        resources.read(Setting.RESOURCE_WEIGHT_NETWORK, inner.network())));
        parts.mustMakeOne();
        resources.mustMakeOne();
        return weights;
    }

    /** Weights that make 1 together. */
    private final class Group {
        private static final int MILLIONTHS = 6;

        private final String name;
        private final List<String> words = new ArrayList<>();
        private BigDecimal sum = BigDecimal.ZERO;

        Group(String name) {
            this.name = name;
        }

        double read(Setting setting, double usual) {
            double value = settings.find(setting)
                    .map(found -> Double.parseDouble(found.value()))
                    .orElse(usual);
            BigDecimal written = new BigDecimal(Math.round(value * 1e6)).movePointLeft(MILLIONTHS);
            sum = sum.add(written);
            words.add("%s %s"
                    .formatted(
                            setting.key().substring(name.length() + 1),
                            written.stripTrailingZeros().toPlainString()));
            return value;
        }

        /** Who changes one has to change another: none of them is mended. */
        void mustMakeOne() {
            if (sum.compareTo(BigDecimal.ONE) != 0) {
                throw Complaint.usage("%s = %s in sum (%s): allowed is 1."
                        .formatted(name, sum.stripTrailingZeros().toPlainString(), String.join(", ", words)));
            }
        }
    }
}
