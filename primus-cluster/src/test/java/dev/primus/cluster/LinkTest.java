package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerView;
import java.util.HashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a link promises, on loopback. */
class LinkTest {

    @Test
    void threeFindEachOtherAndTalkInOrder() {
        List<PeerSettings> settings = TestNode.loopback(3, UnaryOperator.identity());
        try (TestNode a = TestNode.open("a", settings.get(0))) {
            assertThat(a.names()).as("told before open returns").containsExactly("a");
            try (TestNode b = TestNode.open("b", settings.get(1));
                    TestNode c = TestNode.open("c", settings.get(2))) {
                TestNode.awaitTogether(a, b, c);
                assertThat(a.view().registrar()).isEqualTo(a.id);
                String[] texts =
                        IntStream.range(0, 200).mapToObj(String::valueOf).toArray(String[]::new);
                a.say(b, texts);
                c.say(b, texts);
                b.say(a, "to a");
                c.say(a, "to a");
                a.say(a, "to myself");

                await().atMost(TestNode.PATIENCE).untilAsserted(() -> {
                    assertThat(heardFrom("a", b)).isEqualTo(heard("a", texts));
                    assertThat(heardFrom("c", b)).isEqualTo(heard("c", texts));
                    assertThat(a.heard).containsExactlyInAnyOrder("a: to myself", "b: to a", "c: to a");
                });
                for (TestNode node : List.of(a, b, c)) {
                    assertThat(node.views.stream().map(PeerView::number))
                            .isSorted()
                            .doesNotHaveDuplicates();
                    assertThat(new HashSet<>(node.threads))
                            .as("one thread tells it all")
                            .hasSize(1);
                }
            }
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(a.names()).containsExactly("a"));
        }
    }

    @Test
    void whoClosesLeavesAtOnceAndHearsNothingMore() {
        List<PeerSettings> settings = TestNode.loopback(2, UnaryOperator.identity());
        try (TestNode a = TestNode.open("a", settings.get(0));
                TestNode b = TestNode.open("b", settings.get(1))) {
            TestNode.awaitTogether(a, b);
            int known = a.views.size();
            a.close();
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(b.names()).containsExactly("b"));
            assertThat(a.views).hasSize(known);
            b.say(a, "are you there?");
            a.say(b, "no");
            assertThat(b.dropped(Dropped.NOT_A_MEMBER)).isEqualTo(1);
            assertThat(a.dropped(Dropped.NOT_A_MEMBER)).isEqualTo(1);
        }
    }

    @Test
    void whatCannotBeSentIsCounted() {
        List<PeerSettings> settings = TestNode.loopback(2, more -> more.maxMessageBytes(2_000));
        try (TestNode a = TestNode.open("a", settings.get(0));
                TestNode b = TestNode.open("b", settings.get(1))) {
            TestNode.awaitTogether(a, b);
            a.link.send(List.of(new PeerMail(NodeId.of("b", "other0000"), new Words("to a former life of b"))));
            a.say(b, "x".repeat(3_000), "y".repeat(1_900));
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(b.heard).hasSize(1));
            assertThat(a.dropped(Dropped.NOT_A_MEMBER)).isEqualTo(1);
            assertThat(a.dropped(Dropped.TOO_LARGE)).isEqualTo(1);
        }
    }

    @Test
    void peersAreFoundByAFinderToo() {
        List<PeerSettings> settings = TestNode.loopback(2, UnaryOperator.identity());
        PeerSettings finding = PeerSettings.bind(settings.get(1).bind())
                .finder(() -> List.of(settings.get(0).bind()))
                .preset(Preset.LOCAL)
                .build();
        try (TestNode a = TestNode.open("a", settings.get(0));
                TestNode b = TestNode.open("b", finding)) {
            TestNode.awaitTogether(a, b);
        }
    }

    private static List<String> heardFrom(String name, TestNode by) {
        return by.heard.stream().filter(line -> line.startsWith(name + ": ")).toList();
    }

    private static List<String> heard(String from, String... texts) {
        return Stream.of(texts).map(text -> from + ": " + text).toList();
    }
}
