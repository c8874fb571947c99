import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The perfect equivalence oracle: the first word, by length and then by letters, on which a hypothesis and the target
 * differ.
 *
 * Breadth-first over pairs (target state, hypothesis state), as Hopcroft and Karp: a pair whose states were already
 * joined is not followed. That keeps at most size + size pairs, and still finds the first word: had a skipped pair
 * (p, q) a separating word w, then w separates some joined pair on the chain from p to q, and that pair was reached
 * by an earlier word.
 */
final class Difference {
    private final Target target;
    /** Union-find over the target's states, then the hypothesis's; -1 where untouched, so a search pays for what it meets. */
    private int[] parent = new int[0];
    private int[] targetState = new int[0];
    private int[] otherState = new int[0];
    private int[] cameFrom = new int[0];
    private int[] byLetter = new int[0];
    private int pairs;

    Difference(Target target) {
        this.target = target;
    }

    /** The first differing word, or null where there is none. */
    List<Integer> find(Hypothesis hypothesis) {
        reserve(target.size + hypothesis.size());
        pairs = 0;
        try {
            return search(hypothesis);
        } finally {
            for (int i = 0; i < pairs; i++) {
                parent[targetState[i]] = -1;
                parent[target.size + otherState[i]] = -1;
            }
        }
    }

    private List<Integer> search(Hypothesis hypothesis) {
        int start = hypothesis.initial();
        join(0, target.size + start);
        add(0, start, -1, -1);
        int clash = hypothesis.clash(target, 0, start);
        if (clash != Target.ALIKE) {
            return word(0, clash);
        }
        for (int head = 0; head < pairs; head++) {
            for (int a = 0; a < target.letters; a++) {
                int p = target.next(targetState[head], a);
                int q = hypothesis.next(otherState[head], a);
                if (!join(p, target.size + q)) {
                    continue;
                }
                add(p, q, head, a);
                clash = hypothesis.clash(target, p, q);
                if (clash != Target.ALIKE) {
                    return word(pairs - 1, clash);
                }
            }
        }
        return null;
    }

    private void reserve(int states) {
        if (parent.length >= states) {
            return;
        }
        int room = Math.max(states, 2 * parent.length);
        parent = new int[room];
        Arrays.fill(parent, -1);
        targetState = new int[room];
        otherState = new int[room];
        cameFrom = new int[room];
        byLetter = new int[room];
    }

    private void add(int p, int q, int from, int letter) {
        targetState[pairs] = p;
        otherState[pairs] = q;
        cameFrom[pairs] = from;
        byLetter[pairs] = letter;
        pairs++;
    }

    private boolean join(int x, int y) {
        int rootX = root(x);
        int rootY = root(y);
        parent[rootX] = rootY;
        return rootX != rootY;
    }

    private int root(int x) {
        if (parent[x] < 0) {
            parent[x] = x;
        }
        while (parent[x] != x) {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        return x;
    }

    private List<Integer> word(int pair, int clash) {
        List<Integer> reversed = new ArrayList<>();
        if (clash < target.letters) {
            reversed.add(clash);
        }
        for (int i = pair; cameFrom[i] >= 0; i = cameFrom[i]) {
            reversed.add(byLetter[i]);
        }
        Collections.reverse(reversed);
        return reversed;
    }
}
