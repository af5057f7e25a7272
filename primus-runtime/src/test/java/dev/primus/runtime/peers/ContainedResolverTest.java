package dev.primus.runtime.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.Resolver;
import dev.primus.core.Term;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A user's resolver that misbehaves decides nothing, and fails no node")
class ContainedResolverTest {
    private static final Term A = new Term(NodeId.of("a", "00000001"), new FencingToken(1));
    private static final Term B = new Term(NodeId.of("b", "00000001"), new FencingToken(2));
    private static final List<Term> CLAIMS = List.of(A, B);

    private static Term chosenBy(Resolver user) {
        return new ContainedResolver(user).choose(CLAIMS);
    }

    @Test
    void itsChoiceCounts() {
        assertThat(chosenBy(claims -> B)).isEqualTo(B);
    }

    @Test
    void anErrorLeavesItToTheLowerName() {
        assertThat(chosenBy(claims -> {
                    throw new StackOverflowError("hostile");
                }))
                .isEqualTo(A);
        assertThat(chosenBy(claims -> {
                    throw new ThreadDeath();
                }))
                .isEqualTo(A);
    }

    @Test
    @DisplayName("so does a choice that is none of the claims")
    void aForeignChoice() {
        assertThat(chosenBy(claims -> new Term(NodeId.of("c", "00000001"), new FencingToken(9))))
                .isEqualTo(A);
    }
}
