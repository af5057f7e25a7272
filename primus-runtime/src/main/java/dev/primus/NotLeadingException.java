package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;

/** Something was asked that only a leader may do, of a node that does not lead now. */
public class NotLeadingException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public NotLeadingException(ElectionName election, Term term, Leadership.State state) {
        super("not leading '%s': term %s is %s".formatted(election, term, state));
    }
}
