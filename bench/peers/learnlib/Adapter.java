import de.learnlib.algorithm.LearningAlgorithm;
import de.learnlib.query.DefaultQuery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import net.automatalib.automaton.fsa.DFA;
import net.automatalib.automaton.transducer.MealyMachine;
import net.automatalib.word.Word;

/**
 * Runs one LearnLib learner on one target: TARGET ALGORITHM [SECONDS] [--repeat R].
 *
 * One JSON line on standard output. The first run is counted; further runs only answer, and warm the compiler up. The
 * time reported is that of the run that was fastest but for our equivalence oracle, without the time inside our counters.
 */
public final class Adapter {
    private static final long STACK = 1L << 29;

    private Adapter() {}

    /** What one run took. */
    private record Run(int states, boolean correct, long equivalences, double seconds, double equivalenceSeconds) {
        /** What is compared: the equivalence oracle is ours. */
        double apart() {
            return seconds - equivalenceSeconds;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(null, () -> answer(args), "learner", STACK);
        worker.start();
        worker.join();
    }

    private static void answer(String[] args) {
        try {
            System.out.println(measure(new ArrayList<>(List.of(args))));
            System.out.flush();
            Runtime.getRuntime().halt(0);
        } catch (Throwable failure) {
            fail(failure.getClass().getSimpleName() + ": " + failure.getMessage());
        }
    }

    private static synchronized void fail(String message) {
        String text = message.replace('\\', '/').replace('"', '\'').replaceAll("\\s+", " ");
        System.out.println("{\"error\":\"" + text + "\"}");
        System.out.flush();
        Runtime.getRuntime().halt(1);
    }

    private static String measure(List<String> args) throws IOException {
        int repeat = 1;
        int option = args.indexOf("--repeat");
        if (option >= 0 && option + 1 < args.size()) {
            repeat = Integer.parseInt(args.remove(option + 1));
            args.remove(option);
        }
        if (args.size() < 2 || args.size() > 3) {
            throw new IllegalArgumentException("usage: TARGET ALGORITHM [SECONDS] [--repeat R]");
        }
        double limit = args.size() == 3 ? Double.parseDouble(args.get(2)) : Double.POSITIVE_INFINITY;
        guard(limit);
        Target target = Target.read(Path.of(args.get(0)));
        return report(args.get(1), target, repeat, limit);
    }

    /** Ends the process when the time is over; the learner cannot be asked to stop. */
    private static void guard(double seconds) {
        if (Double.isInfinite(seconds)) {
            return;
        }
        Thread clock = new Thread(() -> {
            try {
                Thread.sleep((long) (1000 * seconds));
                fail("no result within " + seconds + " s");
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
            }
        });
        clock.setDaemon(true);
        clock.start();
    }

    private static String report(String algorithm, Target target, int repeat, double limit) throws IOException {
        Counter counter = new Counter();
        int minimal = target.minimalSize();
        long start = System.nanoTime();
        Run first = run(algorithm, target, counter, minimal);
        counter.close();
        Run fastest = first;
        double slowest = first.seconds;
        int runs = 1;
        // A further run is begun only where the slowest so far would still fit, twice over.
        while (runs < repeat && (System.nanoTime() - start) / 1e9 + 2 * slowest < limit) {
            Run next = run(algorithm, target, null, minimal);
            slowest = Math.max(slowest, next.seconds);
            fastest = next.apart() < fastest.apart() ? next : fastest;
            runs++;
        }
        return String.format(
            Locale.ROOT,
            "{\"peer\":\"%s\",\"version\":\"%s\",\"algorithm\":\"%s\",\"kind\":\"%s\",\"states\":%d,\"queries\":%d,"
                + "\"distinct\":%d,\"maximal\":%d,\"answers\":%d,\"symbols\":%d,\"cost\":%d,"
                + "\"equivalences\":%d,"
                + "\"seconds\":%.6f,\"equivalenceSeconds\":%.6f,\"runs\":%d,\"correct\":%b}",
            Learners.PEER, version(), algorithm, target.mealy ? "mealy" : "dfa", first.states, counter.queries,
            counter.distinct, target.mealy ? counter.maximal : counter.distinct,
            target.mealy ? counter.prefixes() : counter.distinct, counter.symbols,
            counter.cost(target.mealy), first.equivalences,
            fastest.seconds, fastest.equivalenceSeconds, runs, first.correct);
    }

    private static Run run(String algorithm, Target target, Counter counter, int minimal) {
        Teacher teacher = new Teacher(target, counter);
        if (target.mealy) {
            return learn(
                target, counter, minimal, () -> Learners.mealy(algorithm, teacher),
                (MealyMachine<?, Integer, ?, Integer> machine) -> Hypothesis.of(machine),
                word -> new DefaultQuery<>(Word.epsilon(), word, teacher.outputs(0, word)));
        }
        return learn(
            target, counter, minimal, () -> Learners.dfa(algorithm, teacher),
            (DFA<?, Integer> dfa) -> Hypothesis.of(dfa),
            word -> new DefaultQuery<>(Word.epsilon(), word, target.label[target.run(word)] != 0));
    }

    private static <M, D> Run learn(
            Target target,
            Counter counter,
            int minimal,
            Supplier<LearningAlgorithm<? extends M, Integer, D>> make,
            Function<M, Hypothesis> view,
            Function<Word<Integer>, DefaultQuery<Integer, D>> evidence) {
        Difference difference = new Difference(target);
        long start = System.nanoTime();
        long inEquivalence = 0;
        long equivalences = 0;
        LearningAlgorithm<? extends M, Integer, D> learner = make.get();
        learner.startLearning();
        while (true) {
            M model = learner.getHypothesisModel();
            long asked = System.nanoTime();
            Hypothesis hypothesis = view.apply(model);
            List<Integer> found = difference.find(hypothesis);
            inEquivalence += System.nanoTime() - asked;
            equivalences++;
            if (found == null) {
                long total = System.nanoTime() - start - (counter == null ? 0 : counter.nanos);
                boolean correct = new Difference(target).find(hypothesis) == null && hypothesis.size() == minimal;
                return new Run(hypothesis.size(), correct, equivalences, total / 1e9, inEquivalence / 1e9);
            }
            if (counter != null) {
                counter.give(found);
            }
            if (!learner.refineHypothesis(evidence.apply(Word.fromList(found)))) {
                throw new IllegalStateException("the learner took " + found + " for no counterexample, and it is one");
            }
        }
    }

    private static String version() throws IOException {
        try (InputStream in = LearningAlgorithm.class.getResourceAsStream(
                "/META-INF/maven/de.learnlib/learnlib-api/pom.properties")) {
            if (in == null) {
                return "unknown";
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        }
    }
}
