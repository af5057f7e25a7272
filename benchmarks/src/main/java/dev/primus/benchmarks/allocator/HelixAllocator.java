package dev.primus.benchmarks.allocator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.helix.controller.dataproviders.ResourceControllerDataProvider;
import org.apache.helix.controller.rebalancer.strategy.AutoRebalanceStrategy;
import org.apache.helix.controller.rebalancer.strategy.CrushEdRebalanceStrategy;
import org.apache.helix.controller.rebalancer.strategy.RebalanceStrategy;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.OnlineOfflineSMD;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.jspecify.annotations.Nullable;

/** Helix's strategies, called as its controller calls them: one resource, one replica, no fault zones, equal weights. */
final class HelixAllocator implements Allocator<ZNRecord> {
    private static final String RESOURCE = "list";

    private final Supplier<RebalanceStrategy<ResourceControllerDataProvider>> strategies;

    private HelixAllocator(Supplier<RebalanceStrategy<ResourceControllerDataProvider>> strategies) {
        this.strategies = strategies;
    }

    static HelixAllocator auto() {
        return new HelixAllocator(AutoRebalanceStrategy::new);
    }

    static HelixAllocator crushed() {
        return new HelixAllocator(CrushEdRebalanceStrategy::new);
    }

    @Override
    public Supplier<ZNRecord> prepared(int partitions, List<String> workers, @Nullable ZNRecord before) {
        List<String> names = IntStream.range(0, partitions)
                .mapToObj(HelixAllocator::partition)
                .toList();
        LinkedHashMap<String, Integer> states = new LinkedHashMap<>(Map.of("ONLINE", 1));
        Map<String, Map<String, String>> mapping = new TreeMap<>();
        if (before != null) {
            before.getListFields()
                    .forEach((partition, given) ->
                            mapping.put(partition, new TreeMap<>(Map.of(given.get(0), "ONLINE"))));
        }
        Map<String, InstanceConfig> configs = new TreeMap<>();
        workers.forEach(worker -> configs.put(worker, new InstanceConfig(worker)));
        ResourceControllerDataProvider provider = new ResourceControllerDataProvider("benchmark");
        provider.setClusterConfig(new ClusterConfig("benchmark"));
        provider.setInstanceConfigMap(configs);
        provider.setStateModelDefMap(Map.of("OnlineOffline", OnlineOfflineSMD.build()));
        IdealState ideal = new IdealState(RESOURCE);
        ideal.setStateModelDefRef("OnlineOffline");
        ideal.setReplicas("1");
        ideal.setNumPartitions(partitions);
        ideal.setRebalanceMode(IdealState.RebalanceMode.FULL_AUTO);
        provider.setIdealStates(List.of(ideal));
        return () -> {
            RebalanceStrategy<ResourceControllerDataProvider> strategy = strategies.get();
            strategy.init(RESOURCE, names, states, Integer.MAX_VALUE);
            return strategy.computePartitionAssignment(
                    new ArrayList<>(workers), new ArrayList<>(workers), mapping, provider);
        };
    }

    @Override
    public int[] owners(ZNRecord planned, int partitions) {
        int[] owners = new int[partitions];
        for (int i = 0; i < partitions; i++) {
            owners[i] = Allocator.number(planned.getListField(partition(i)).get(0));
        }
        return owners;
    }

    private static String partition(int number) {
        return RESOURCE + "_" + number;
    }
}
