package dev.primus.runtime.peers;

import dev.primus.core.Resolver;
import dev.primus.core.Term;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A user's resolver whose failure does not fail the node: the lower name goes on then. */
public record ContainedResolver(Resolver user) implements Resolver {
    private static final Logger LOG = LoggerFactory.getLogger(ContainedResolver.class);

    @Override
    public Term choose(List<Term> claims) {
        try {
            Term chosen = user.choose(claims);
            if (claims.contains(chosen)) {
                return chosen;
            }
            LOG.error("the resolver chose {}, which is none of {}; the lower name goes on", chosen, claims);
        } catch (Throwable e) {
            LOG.error("the resolver failed on {}; the lower name goes on", claims, e);
        }
        return Resolver.LOWER_NAME.choose(claims);
    }
}
