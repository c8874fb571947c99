import de.learnlib.oracle.MembershipOracle;
import de.learnlib.query.Query;
import java.util.Collection;
import net.automatalib.word.Word;
import net.automatalib.word.WordBuilder;

/** The system under learning: it answers from the target, and shows every question to the counter where there is one. */
final class Teacher {
    final Target target;
    private final Counter counter;

    /** Without a counter (null) the teacher only answers, for runs whose time is taken. */
    Teacher(Target target, Counter counter) {
        this.target = target;
        this.counter = counter;
    }

    Counter counter() {
        return counter;
    }

    /** Acceptance of one word. */
    MembershipOracle<Integer, Boolean> acceptance() {
        return new MembershipOracle<>() {
            @Override
            public void processQueries(Collection<? extends Query<Integer, Boolean>> queries) {
                for (Query<Integer, Boolean> query : queries) {
                    count(query);
                    query.answer(target.label[target.run(query.getInput())] != 0);
                }
            }
        };
    }

    /** The outputs along the suffix of a query, after its prefix. */
    MembershipOracle<Integer, Word<Integer>> outputs() {
        return new MembershipOracle<>() {
            @Override
            public void processQueries(Collection<? extends Query<Integer, Word<Integer>>> queries) {
                for (Query<Integer, Word<Integer>> query : queries) {
                    count(query);
                    query.answer(outputs(target.run(query.getPrefix()), query.getSuffix()));
                }
            }
        };
    }

    Word<Integer> outputs(int from, Word<Integer> word) {
        WordBuilder<Integer> outputs = new WordBuilder<>(word.size());
        int state = from;
        for (int a : word) {
            outputs.add(target.label[state * target.letters + a]);
            state = target.next(state, a);
        }
        return outputs.toWord();
    }

    private void count(Query<Integer, ?> query) {
        if (counter != null) {
            counter.ask(query.getPrefix(), query.getSuffix());
        }
    }
}
