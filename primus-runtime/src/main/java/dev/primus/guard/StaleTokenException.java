package dev.primus.guard;

/** A write was refused because a later leader had reached the resource before. Nothing was written. */
public class StaleTokenException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final Admission.Stale answer;

    public StaleTokenException(Admission.Stale answer) {
        super(sentence(answer));
        this.answer = answer;
    }

    private static String sentence(Admission.Stale answer) {
        if (answer.offered() == answer.highest()) {
            return "token %d for '%s' is another owner's".formatted(answer.offered(), answer.resource());
        }
        if (answer.offered() > answer.highest() && answer.offered() > 0) {
            return "token %d for '%s' is of a term that the store has forgotten: it knows %d"
                    .formatted(answer.offered(), answer.resource(), answer.highest());
        }
        return "token %d for '%s' is stale: allowed is %d and above"
                .formatted(answer.offered(), answer.resource(), Math.max(1, answer.highest()));
    }

    public Admission.Stale answer() {
        return answer;
    }
}
