package dev.primus.benchmarks.allocator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Kafka's planner for consumers: one topic, to which all have subscribed. */
final class KafkaAllocator implements Allocator<Map<String, List<TopicPartition>>> {
    private static final String TOPIC = "list";

    @Override
    public Supplier<Map<String, List<TopicPartition>>> prepared(
            int partitions, List<String> workers, @Nullable Map<String, List<TopicPartition>> before) {
        Map<String, Subscription> subscriptions = new TreeMap<>();
        for (String worker : workers) {
            List<TopicPartition> owned = before == null ? List.of() : before.get(worker);
            subscriptions.put(worker, new Subscription(List.of(TOPIC), null, owned, 1, Optional.empty()));
        }
        return () -> new CooperativeStickyAssignor().assign(Map.of(TOPIC, partitions), subscriptions);
    }

    @Override
    public int[] owners(Map<String, List<TopicPartition>> planned, int partitions) {
        int[] owners = new int[partitions];
        planned.forEach((worker, given) ->
                given.forEach(partition -> owners[partition.partition()] = Allocator.number(worker)));
        return owners;
    }
}
