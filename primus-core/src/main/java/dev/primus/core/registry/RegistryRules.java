package dev.primus.core.registry;

import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;

/**
 * What a member goes by, and never changes.
 *
 * @param voter whether its promises count; an observer's never do
 */
public record RegistryRules(
        NodeId self, boolean voter, Quorum quorum, RegistryTiming timing, Resolver resolver, Rulings rulings) {}
