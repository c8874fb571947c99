import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.automatalib.automaton.transducer.impl.CompactMealy;
import net.automatalib.exception.FormatException;
import net.automatalib.serialization.dot.DOTParsers;

/**
 * Reads DOT files as AutomataLib does: mealy FILE... One JSON line on standard output for each file, as read_dot.py
 * writes it.
 */
public final class ReadDot {
    private ReadDot() {}

    public static void main(String[] args) {
        if (args.length == 0 || !args[0].equals("mealy")) {
            throw new IllegalArgumentException("usage: mealy FILE...");
        }
        for (int i = 1; i < args.length; i++) {
            System.out.println(read(Path.of(args[i])));
        }
    }

    private static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            var model = DOTParsers.mealy().readModel(in);
            return describe(model.model, List.copyOf(model.alphabet));
        } catch (IOException | FormatException | RuntimeException failure) {
            return "{\"error\":" + quote(failure.getClass().getSimpleName() + ": " + failure.getMessage()) + "}";
        }
    }

    private static String describe(CompactMealy<String, String> machine, List<String> letters) {
        List<String> arcs = new ArrayList<>();
        for (Integer state : machine.getStates()) {
            for (String letter : letters) {
                Integer to = machine.getSuccessor(state, letter);
                if (to != null) {
                    String output = machine.getOutput(state, letter);
                    arcs.add("[" + state + "," + quote(letter) + "," + quote(output) + "," + to + "]");
                }
            }
        }
        return "{\"initial\":" + machine.getInitialState() + ",\"arcs\":[" + String.join(",", arcs) + "],\"outputs\":{}}";
    }

    private static String quote(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\' || c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
