package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B12")
@DisplayName("B12: who votes, and how many of them are enough while that changes")
class ElectorateTest {
    private static final Electorate FIRST = Electorate.first(names("a", "b", "c"));
    private static final Electorate NEXT = new Electorate(5, 1, names("a", "b", "c", "d"));

    private static Set<NodeName> names(String... names) {
        return Stream.of(names).map(NodeName::new).collect(Collectors.toSet());
    }

    private static Set<NodeName> many(int count) {
        return IntStream.range(0, count).mapToObj(i -> new NodeName("n" + i)).collect(Collectors.toSet());
    }

    @Test
    @DisplayName("an electorate has one to 400 members, and its numbers never are below zero")
    void limits() {
        assertThat(Electorate.first(many(Electorate.MOST)).majority()).isEqualTo(201);
        assertThat(FIRST.majority()).isEqualTo(2);
        assertThat(NEXT.majority()).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Electorate.first(many(401)))
                .withMessage("electorate 0.0 of 401 members: allowed are 1 to 400, and 0 and above");
        assertThatIllegalArgumentException().isThrownBy(() -> Electorate.first(Set.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Electorate(-1, 0, many(3)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Electorate(0, -1, many(3)));
        assertThatIllegalArgumentException().isThrownBy(() -> new ElectorateVersion(-1, 0, 0, true));
        assertThatIllegalArgumentException().isThrownBy(() -> new ElectorateVersion(0, -1, 0, true));
    }

    @Test
    @DisplayName("what is written can be read, and rubbish cannot")
    void written() {
        assertThat(Electorate.parse(NEXT.toString())).isEqualTo(NEXT).hasToString("5.1/a,b,c,d");
        ElectorateVersion open = NEXT.version(false);
        assertThat(ElectorateVersion.parse(open.toString())).isEqualTo(open);
        assertThat(ElectorateVersion.parse(FIRST.version(true).toString())).isEqualTo(FIRST.version(true));
        for (String rubbish : new String[] {"", "5", "5.1", "5.1/", "5.1/a,,b", "x.1/a", "-1.1/a", "5.1/a b"}) {
            assertThatIllegalArgumentException().as(rubbish).isThrownBy(() -> Electorate.parse(rubbish));
            assertThatIllegalArgumentException().as(rubbish).isThrownBy(() -> ElectorateVersion.parse(rubbish));
        }
    }

    @Test
    @DisplayName("a later leader's change is later, whatever its number; and who was set up otherwise disagrees")
    void order() {
        ElectorateVersion third = new Electorate(5, 3, names("a")).version(true);
        ElectorateVersion later = new Electorate(6, 1, names("a")).version(true);
        assertThat(third.isBefore(later)).isTrue();
        assertThat(later.isBefore(third)).isFalse();
        assertThat(NEXT.version(true).isBefore(third)).isTrue();
        assertThat(third.disagreesWith(later)).isFalse();
        ElectorateVersion other = Electorate.first(names("a", "b")).version(true);
        assertThat(other.disagreesWith(FIRST.version(true))).isTrue();
        assertThat(FIRST.version(true).disagreesWith(FIRST.version(true))).isFalse();
    }

    @Test
    @DisplayName(
            "while it changes, a majority of both is needed, and one of either that cannot be is enough to give up")
    void both() {
        Suffrage both = Suffrage.of(FIRST).proposing(NEXT);
        assertThat(both.isCarriedBy(names("a", "b"))).isFalse();
        assertThat(both.isCarriedBy(names("a", "b", "d"))).isTrue();
        assertThat(both.isCarriedBy(names("a", "d", "x"))).isFalse();
        assertThat(both.isHopeless(names("a"))).isFalse();
        assertThat(both.isHopeless(names("c", "d"))).isTrue();
        assertThat(Suffrage.of(FIRST).isHopeless(names("c", "d"))).isFalse();
        assertThat(both.counts(new NodeName("d"))).isTrue();
        assertThat(Suffrage.of(FIRST).counts(new NodeName("d"))).isFalse();
        assertThat(both.settled()).isEqualTo(Suffrage.of(NEXT));
        assertThat(both.isOlderThan(both.settled())).isTrue();
        assertThat(both.settled().isOlderThan(both)).isFalse();
        assertThat(Suffrage.later(both, null)).isEqualTo(both);
        assertThat(Suffrage.later(null, both)).isEqualTo(both);
        assertThat(Suffrage.later(both, both.settled())).isEqualTo(both.settled());
    }

    @Test
    @DisplayName(
            "what either of two neighbours carries shares a voter with what the other carries, for all subsets of six")
    void neighboursMeet() {
        Set<NodeName> six = names("a", "b", "c", "d", "e", "f");
        Electorate five = Electorate.first(names("a", "b", "c", "d", "e"));
        Electorate all = new Electorate(1, 1, six);
        NodeName[] order = six.toArray(NodeName[]::new);
        for (int one = 0; one < 64; one++) {
            for (int other = 0; other < 64; other++) {
                Set<NodeName> some = subset(order, one);
                Set<NodeName> others = subset(order, other);
                if (five.isCarriedBy(some) && all.isCarriedBy(others)) {
                    Set<NodeName> shared = new HashSet<>(some);
                    shared.retainAll(others);
                    assertThat(shared).isNotEmpty();
                }
            }
        }
    }

    private static Set<NodeName> subset(NodeName[] order, int bits) {
        return IntStream.range(0, order.length)
                .filter(i -> (bits >> i & 1) == 1)
                .mapToObj(i -> order[i])
                .collect(Collectors.toSet());
    }
}
