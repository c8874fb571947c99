import de.learnlib.algorithm.LearningAlgorithm;
import de.learnlib.algorithm.adt.learner.ADTLearnerBuilder;
import de.learnlib.algorithm.observationpack.dfa.OPLearnerDFA;
import de.learnlib.algorithm.observationpack.mealy.OPLearnerMealy;
import de.learnlib.algorithm.oml.lstar.OptimalLStarDFA;
import de.learnlib.algorithm.oml.lstar.OptimalLStarMealy;
import de.learnlib.algorithm.oml.ttt.dfa.OptimalTTTDFA;
import de.learnlib.algorithm.oml.ttt.mealy.OptimalTTTMealy;
import de.learnlib.counterexample.LocalSuffixFinders;
import de.learnlib.oracle.SymbolQueryOracle;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.Alphabets;
import net.automatalib.automaton.fsa.DFA;
import net.automatalib.automaton.transducer.MealyMachine;
import net.automatalib.word.Word;

/** The learners of LearnLib 0.17 that 0.18 could not be had with here, by our names. */
final class Learners {
    static final String PEER = "learnlib-older";

    private Learners() {}

    static LearningAlgorithm<? extends DFA<?, Integer>, Integer, Boolean> dfa(String algorithm, Teacher teacher) {
        Alphabet<Integer> letters = Alphabets.integers(0, teacher.target.letters - 1);
        var oracle = teacher.acceptance();
        return switch (algorithm) {
            case "op" -> new OPLearnerDFA<>(letters, oracle, LocalSuffixFinders.RIVEST_SCHAPIRE, true, true);
            case "lambda-lstar" -> new OptimalLStarDFA<>(letters, oracle);
            case "lambda-ttt" -> new OptimalTTTDFA<>(letters, oracle);
            default -> throw unknown(algorithm, "op, lambda-lstar or lambda-ttt");
        };
    }

    static LearningAlgorithm<? extends MealyMachine<?, Integer, ?, Integer>, Integer, Word<Integer>> mealy(
            String algorithm, Teacher teacher) {
        Alphabet<Integer> letters = Alphabets.integers(0, teacher.target.letters - 1);
        var oracle = teacher.outputs();
        return switch (algorithm) {
            case "op" -> new OPLearnerMealy<>(letters, oracle, LocalSuffixFinders.RIVEST_SCHAPIRE, true);
            case "lambda-lstar" -> new OptimalLStarMealy<>(letters, oracle);
            case "lambda-ttt" -> new OptimalTTTMealy<>(letters, oracle);
            case "adt" -> new ADTLearnerBuilder<Integer, Integer>()
                .withAlphabet(letters)
                .withOracle(new Stepwise(teacher))
                .create();
            default -> throw unknown(algorithm, "op, lambda-lstar, lambda-ttt or adt");
        };
    }

    private static IllegalArgumentException unknown(String algorithm, String known) {
        return new IllegalArgumentException("unknown algorithm " + algorithm + ": " + known);
    }

    /** Questions asked letter by letter: a word is what lies between two resets. */
    private static final class Stepwise implements SymbolQueryOracle<Integer, Integer> {
        private final Teacher teacher;
        private int state;

        Stepwise(Teacher teacher) {
            this.teacher = teacher;
        }

        @Override
        public void reset() {
            state = 0;
            if (teacher.counter() != null) {
                teacher.counter().begin();
            }
        }

        @Override
        public Integer query(Integer letter) {
            if (teacher.counter() != null) {
                teacher.counter().step(letter);
            }
            int arc = state * teacher.target.letters + letter;
            state = teacher.target.target[arc];
            return teacher.target.label[arc];
        }
    }
}
