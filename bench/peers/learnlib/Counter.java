import java.util.Arrays;
import java.util.List;

/**
 * Counts what a learner asks. The words asked so far are a prefix tree, kept as first-child and next-sibling links,
 * so that one node costs three small numbers whatever the alphabet.
 */
final class Counter {
    private int[] child = new int[1024];
    private int[] sibling = new int[1024];
    private int[] letter = new int[1024];
    private boolean[] asked = new boolean[1024];
    /** Nodes of the tree, the root (the empty word) among them. */
    private int nodes = 1;

    /** The word being asked: where it stands in the tree, its length, whether it left the tree, whether it goes on. */
    private int node;
    private int depth;
    private boolean grew;
    private boolean open;

    /** Every question, repeated ones too. */
    long queries;
    /** Different words asked. */
    long distinct;
    /** Words asked that were no prefix of a word asked before. */
    long maximal;
    /** Letters of the different words asked. */
    long symbols;
    /** Letters of the words that `maximal` counts. */
    long maximalSymbols;
    /** Time spent in here, to be taken off the learner's time. */
    long nanos;

    /** What the words cost, 1 + letters each; those that begin a word asked before are free if a question shows its run. */
    long cost(boolean showsRuns) {
        return showsRuns ? maximal + maximalSymbols : distinct + symbols;
    }

    /** Different non-empty words whose last output was seen, when every question shows its whole run. */
    long prefixes() {
        return nodes - 1;
    }

    void ask(Iterable<Integer> prefix, Iterable<Integer> suffix) {
        long start = System.nanoTime();
        begin();
        for (int a : prefix) {
            step(a);
        }
        for (int a : suffix) {
            step(a);
        }
        end();
        nanos += System.nanoTime() - start;
    }

    /** A word that the learner did not ask for and gets with its answer: it costs as if asked, but is no query. */
    void give(Iterable<Integer> word) {
        ask(List.of(), word);
        queries--;
    }

    /** A new word, letter by letter; one that was left open is counted first. */
    void begin() {
        close();
        node = 0;
        depth = 0;
        grew = false;
    }

    void step(int a) {
        open = true;
        depth++;
        int next = child[node];
        while (next != 0 && letter[next] != a) {
            next = sibling[next];
        }
        if (next == 0) {
            next = grow(a);
        }
        node = next;
    }

    void close() {
        if (open) {
            end();
        }
    }

    private void end() {
        open = false;
        queries++;
        if (grew) {
            maximal++;
            maximalSymbols += depth;
        }
        if (!asked[node]) {
            asked[node] = true;
            distinct++;
            symbols += depth;
        }
    }

    private int grow(int a) {
        if (nodes == child.length) {
            child = Arrays.copyOf(child, 2 * nodes);
            sibling = Arrays.copyOf(sibling, 2 * nodes);
            letter = Arrays.copyOf(letter, 2 * nodes);
            asked = Arrays.copyOf(asked, 2 * nodes);
        }
        int made = nodes++;
        letter[made] = a;
        sibling[made] = child[node];
        child[node] = made;
        grew = true;
        return made;
    }
}
