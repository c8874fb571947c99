import de.learnlib.acex.AcexAnalyzers;
import de.learnlib.algorithm.LearningAlgorithm;
import de.learnlib.algorithm.kv.dfa.KearnsVaziraniDFA;
import de.learnlib.algorithm.kv.mealy.KearnsVaziraniMealy;
import de.learnlib.algorithm.lstar.ce.ObservationTableCEXHandler;
import de.learnlib.algorithm.lstar.ce.ObservationTableCEXHandlers;
import de.learnlib.algorithm.lstar.closing.ClosingStrategies;
import de.learnlib.algorithm.lstar.dfa.ExtensibleLStarDFA;
import de.learnlib.algorithm.lstar.mealy.ExtensibleLStarMealy;
import de.learnlib.algorithm.ttt.dfa.TTTLearnerDFA;
import de.learnlib.algorithm.ttt.mealy.TTTLearnerMealy;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.impl.Alphabets;
import net.automatalib.automaton.fsa.DFA;
import net.automatalib.automaton.transducer.MealyMachine;
import net.automatalib.word.Word;

/** The learners of LearnLib 0.18, by our names. */
final class Learners {
    static final String PEER = "learnlib";

    private Learners() {}

    static LearningAlgorithm<? extends DFA<?, Integer>, Integer, Boolean> dfa(String algorithm, Teacher teacher) {
        Alphabet<Integer> letters = Alphabets.integers(0, teacher.target.letters - 1);
        var oracle = teacher.acceptance();
        return switch (algorithm) {
            case "ttt" -> new TTTLearnerDFA<>(letters, oracle, AcexAnalyzers.BINARY_SEARCH_BWD);
            case "kv" -> new KearnsVaziraniDFA<>(letters, oracle, true, AcexAnalyzers.BINARY_SEARCH_BWD);
            case "lstar", "lstar-rs" -> new ExtensibleLStarDFA<>(
                letters, oracle, List.of(Word.epsilon()), handler(algorithm), ClosingStrategies.CLOSE_FIRST);
            default -> throw unknown(algorithm);
        };
    }

    static LearningAlgorithm<? extends MealyMachine<?, Integer, ?, Integer>, Integer, Word<Integer>> mealy(
            String algorithm, Teacher teacher) {
        Alphabet<Integer> letters = Alphabets.integers(0, teacher.target.letters - 1);
        var oracle = teacher.outputs();
        return switch (algorithm) {
            case "ttt" -> new TTTLearnerMealy<>(letters, oracle, AcexAnalyzers.BINARY_SEARCH_BWD);
            case "kv" -> new KearnsVaziraniMealy<>(letters, oracle, true, AcexAnalyzers.BINARY_SEARCH_BWD);
            case "lstar", "lstar-rs" -> new ExtensibleLStarMealy<>(
                letters, oracle, singles(teacher.target.letters), handler(algorithm), ClosingStrategies.CLOSE_FIRST);
            default -> throw unknown(algorithm);
        };
    }

    private static ObservationTableCEXHandler<Object, Object> handler(String algorithm) {
        return algorithm.equals("lstar")
            ? ObservationTableCEXHandlers.CLASSIC_LSTAR
            : ObservationTableCEXHandlers.RIVEST_SCHAPIRE;
    }

    private static List<Word<Integer>> singles(int letters) {
        return IntStream.range(0, letters).mapToObj(Word::fromLetter).collect(Collectors.toList());
    }

    private static IllegalArgumentException unknown(String algorithm) {
        return new IllegalArgumentException("unknown algorithm " + algorithm + ": ttt, kv, lstar or lstar-rs");
    }
}
