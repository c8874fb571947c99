import net.automatalib.automaton.concept.StateIDs;
import net.automatalib.automaton.fsa.DFA;
import net.automatalib.automaton.transducer.MealyMachine;

/** A learned machine seen as states 0..size-1, whatever objects the library keeps them in. */
interface Hypothesis {
    int size();

    int initial();

    int next(int state, int letter);

    /** ALIKE, or where `state` and the target's `p` differ at once: a letter (Mealy), or `letters` for here (DFA). */
    int clash(Target target, int p, int state);

    static <S> Hypothesis of(DFA<S, Integer> dfa) {
        StateIDs<S> ids = dfa.stateIDs();
        return new Hypothesis() {
            public int size() {
                return dfa.size();
            }

            public int initial() {
                return ids.getStateId(dfa.getInitialState());
            }

            public int next(int state, int letter) {
                return ids.getStateId(dfa.getSuccessor(ids.getState(state), letter));
            }

            public int clash(Target target, int p, int state) {
                boolean same = dfa.isAccepting(ids.getState(state)) == (target.label[p] != 0);
                return same ? Target.ALIKE : target.letters;
            }
        };
    }

    static <S, T> Hypothesis of(MealyMachine<S, Integer, T, Integer> mealy) {
        StateIDs<S> ids = mealy.stateIDs();
        return new Hypothesis() {
            public int size() {
                return mealy.size();
            }

            public int initial() {
                return ids.getStateId(mealy.getInitialState());
            }

            public int next(int state, int letter) {
                return ids.getStateId(mealy.getSuccessor(ids.getState(state), letter));
            }

            public int clash(Target target, int p, int state) {
                S s = ids.getState(state);
                for (int a = 0; a < target.letters; a++) {
                    if (mealy.getOutput(s, a) != target.label[p * target.letters + a]) {
                        return a;
                    }
                }
                return Target.ALIKE;
            }
        };
    }
}
