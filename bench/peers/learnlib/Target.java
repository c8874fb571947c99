import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine to be learned: complete, letters 0..k-1, states 0..n-1, state 0 initial, flat arrays. */
final class Target {
    static final int ALIKE = -1;

    final boolean mealy;
    final int letters;
    final int size;
    /** Successor of state p by letter a, at [p * letters + a]. */
    final int[] target;
    /** DFA: 1 where state p accepts, at [p]. Mealy: the output of p on a, at [p * letters + a]. */
    final int[] label;

    private Target(boolean mealy, int letters, int size, int[] target, int[] label) {
        this.mealy = mealy;
        this.letters = letters;
        this.size = size;
        this.target = target;
        this.label = label;
    }

    static Target read(Path file) throws IOException {
        String json = Files.readString(file);
        String kind = field(json, "kind", "\"([a-z]+)\"");
        if (!kind.equals("dfa") && !kind.equals("mealy")) {
            throw new IllegalArgumentException("kind is \"" + kind + "\": LearnLib is given dfa or mealy");
        }
        int letters = Integer.parseInt(field(json, "letters", "(\\d+)"));
        int size = Integer.parseInt(field(json, "size", "(\\d+)"));
        boolean mealy = kind.equals("mealy");
        int[] target = integers(json, "target", size * letters);
        int[] label = mealy ? integers(json, "output", size * letters) : integers(json, "final", size);
        for (int q : target) {
            if (q < 0 || q >= size) {
                throw new IllegalArgumentException("target names state " + q + ", states are 0 to " + (size - 1));
            }
        }
        return new Target(mealy, letters, size, target, label);
    }

    private static String field(String json, String name, String value) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*" + value).matcher(json);
        if (!found.find()) {
            throw new IllegalArgumentException("the target file has no field \"" + name + "\"");
        }
        return found.group(1);
    }

    private static int[] integers(String json, String name, int expected) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\\[").matcher(json);
        if (!found.find()) {
            throw new IllegalArgumentException("the target file has no list \"" + name + "\"");
        }
        String inside = json.substring(found.end(), json.indexOf(']', found.end())).trim();
        String[] parts = inside.isEmpty() ? new String[0] : inside.split("\\s*,\\s*");
        if (parts.length != expected) {
            throw new IllegalArgumentException(
                "\"" + name + "\" has " + parts.length + " entries, expected " + expected);
        }
        return Arrays.stream(parts).mapToInt(Integer::parseInt).toArray();
    }

    int next(int state, int letter) {
        return target[state * letters + letter];
    }

    int run(Iterable<Integer> word) {
        int state = 0;
        for (int letter : word) {
            state = next(state, letter);
        }
        return state;
    }

    /** The number of states of the minimal machine: Moore's refinement of the reachable part. */
    int minimalSize() {
        int[] order = reachable();
        int[] block = new int[size];
        int blocks = 0;
        for (boolean first = true; ; first = false) {
            Map<Row, Integer> seen = new HashMap<>();
            int[] refined = new int[size];
            for (int p : order) {
                Row row = new Row(first ? labels(p) : successors(block, p));
                Integer known = seen.putIfAbsent(row, seen.size());
                refined[p] = known == null ? seen.size() - 1 : known;
            }
            block = refined;
            if (seen.size() == blocks) {
                return blocks;
            }
            blocks = seen.size();
        }
    }

    private int[] reachable() {
        int[] order = new int[size];
        boolean[] met = new boolean[size];
        met[0] = true;
        int count = 1;
        for (int head = 0; head < count; head++) {
            for (int a = 0; a < letters; a++) {
                int q = next(order[head], a);
                if (!met[q]) {
                    met[q] = true;
                    order[count++] = q;
                }
            }
        }
        return Arrays.copyOf(order, count);
    }

    private int[] labels(int p) {
        return mealy ? Arrays.copyOfRange(label, p * letters, (p + 1) * letters) : new int[] {label[p]};
    }

    private int[] successors(int[] block, int p) {
        int[] row = new int[letters + 1];
        row[letters] = block[p];
        for (int a = 0; a < letters; a++) {
            row[a] = block[next(p, a)];
        }
        return row;
    }

    private record Row(int[] values) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Row row && Arrays.equals(values, row.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }
}
