package dev.primus.core.registry;

import static dev.primus.core.registry.Club.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z8")
@DisplayName("The companion of a dead member ends its term with the key that the member committed to")
class RegistryReleaseTest {
    private final Club club = Club.ofThree();

    private String leadsWithCompanion(String name) {
        club.member(name).companion = true;
        club.leads(name);
        String digest = club.digestOf(name);
        club.cutOff(name);
        return digest;
    }

    private boolean release(String at, String owner, String digest) {
        boolean over = club.member(at).registry.releasedByCompanion(ELECTION, club.member(owner).id, digest, club.now);
        club.deliver();
        return over;
    }

    private @Nullable LossReason endOfFirstTerm(String at) {
        return Objects.requireNonNull(
                        club.member(at).registry.books(club.now).history().get(ELECTION))
                .get(0)
                .reason();
    }

    @Test
    @DisplayName("a standby leads at once, also while the dead member is the registrar of the view")
    void atOnce() {
        String digest = leadsWithCompanion("a");
        assertThat(release("b", "a", digest)).isTrue();
        assertThat(release("c", "a", digest)).isTrue();
        assertThat(club.member("b").returns).containsExactly(ELECTION);
        assertThat(endOfFirstTerm("b")).isEqualTo(LossReason.CRASHED);

        club.bid("b");
        club.pass(club.timing.lease().ioTimeout());

        assertThat(Objects.requireNonNull(club.member("b").answer).granted()).isEqualTo(new FencingToken(2));
    }

    @Test
    @DisplayName("the view without the dead member need not last before a registrar grants")
    void notMissed() {
        String digest = leadsWithCompanion("a");
        release("b", "a", digest);
        release("c", "a", digest);
        club.meet("b", "c");

        assertThat(club.leads("c").value()).isEqualTo(2);
    }

    @Test
    @DisplayName("a registrar does not wait for an answer of the dead member")
    void notAwaited() {
        String digest = leadsWithCompanion("a");
        release("b", "a", digest);
        release("c", "a", digest);
        club.bid("c");
        club.deliver();

        assertThat(Objects.requireNonNull(club.member("c").answer).granted()).isEqualTo(new FencingToken(2));
    }

    @Test
    @DisplayName("promises bind until a member has accepted it; that member's round tells the others")
    void acceptedByOne() {
        String digest = leadsWithCompanion("a");
        club.meet("b", "c");
        club.pass(club.timing.stableAfter().multipliedBy(2));
        assertThat(verdict(club.bid("b"))).isNotEqualTo(Verdict.YES);

        release("b", "a", digest);

        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("another key, another owner, another election, an own term, a term without companion: refused")
    void refused() {
        String digest = leadsWithCompanion("a");
        assertThat(release("b", "a", "0".repeat(64))).isFalse();
        assertThat(release("b", "a", "")).isFalse();
        assertThat(release("b", "c", digest)).isFalse();
        assertThat(release("a", "a", digest)).isFalse();
        ElectionName unknown = new ElectionName("unknown");
        assertThat(club.member("b").registry.releasedByCompanion(unknown, club.member("a").id, digest, club.now))
                .isFalse();
        assertThat(club.member("b").registry.books(club.now).elections())
                .as("asking creates nothing")
                .hasSize(1);
        assertThat(club.member("b").sees().isLive()).isTrue();

        Club without = Club.ofThree();
        without.leads("a");
        assertThat(without.member("b").registry.releasedByCompanion(ELECTION, without.member("a").id, "", without.now))
                .isFalse();
    }

    @Test
    @DisplayName("the key of a former term of the same owner ends nothing")
    void formerTerm() {
        club.member("a").companion = true;
        FencingToken first = club.leads("a");
        String former = club.digestOf("a");
        club.release("a", first, null);
        club.leads("a");

        assertThat(release("b", "a", former)).isFalse();
        assertThat(club.member("b").sees().isLive()).isTrue();
    }

    @Test
    @DisplayName("the first commitment of a term stands: no later heartbeat puts another in its place")
    void firstCommitmentStands() {
        club.member("a").companion = true;
        FencingToken token = club.leads("a");
        String digest = club.digestOf("a");
        club.renew("a", token);

        assertThat(release("b", "a", digest)).isTrue();
        assertThat(release("b", "a", digest)).as("told twice").isTrue();
    }

    private static Verdict verdict(@Nullable Answer answer) {
        return answer == null ? Verdict.UNKNOWN : answer.verdict();
    }
}
