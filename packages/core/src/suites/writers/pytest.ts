import { ACCEPT, type Speaks } from "../suite.ts";
import { CONNECT, CONNECTED, heading, namesOfTests, type SuiteFormat } from "./writer.ts";

/** A file for pytest. */
export const pytest: SuiteFormat = {
  name: "pytest",
  about: "a file for pytest",
  endings: [".py"],
  write(suite, { title }) {
    const { speaks, alphabet } = suite;
    const names = namesOfTests(suite);
    const tests = suite.tests.map(({ word, expected }, i) => {
      const answers = expected.map((answer) => literal(speaks, answer)).join(", ");
      const inputs = alphabet.spell(word).map((symbol) => JSON.stringify(symbol));
      return `    pytest.param([${inputs.join(", ")}], [${answers}], id=${JSON.stringify(names[i])}),\n`;
    });
    return `# ${heading(suite, title)}
import pytest

# ${CONNECT}
${connections[speaks]}
# ${CONNECTED}
TESTS = [
${tests.join("")}]


@pytest.mark.parametrize("word, expected", TESTS)
def test_word(word, expected):
${bodies[speaks]}`;
  },
};

/** An answer in Python; where the test does not look, None. */
function literal(speaks: Speaks, answer: string | undefined): string {
  if (answer === undefined) return "None";
  if (speaks === "acceptor") return answer === ACCEPT ? "True" : "False";
  return JSON.stringify(answer);
}

const connections: Readonly<Record<Speaks, string>> = {
  mealy: `class System:
    """A fresh system for each test."""

    def step(self, symbol: str) -> str:
        """Gives the system an input and returns its output."""
        raise NotImplementedError("connect your system in System.step")

    def stop(self) -> None:
        pass

`,
  moore: `class System:
    """A fresh system for each test."""

    def output(self) -> str:
        """What the system shows now."""
        raise NotImplementedError("connect your system in System.output")

    def step(self, symbol: str) -> None:
        """Gives the system an input."""
        raise NotImplementedError("connect your system in System.step")

    def stop(self) -> None:
        pass

`,
  acceptor: `def accepts(word: list[str]) -> bool:
    """Does your system accept a word?"""
    raise NotImplementedError("connect your system in accepts")

`,
  weights: `def weigh(word: list[str]):
    """The weight of a word: a text in the notation of the tests, or a number."""
    raise NotImplementedError("connect your system in weigh")

`,
};

const bodies: Readonly<Record<Speaks, string>> = {
  mealy: `    system = System()
    seen = []
    try:
        for symbol in word:
            seen.append(system.step(symbol))
            assert seen == expected[: len(seen)], f"the outputs to {word[: len(seen)]}"
    finally:
        system.stop()
`,
  moore: `    system = System()
    try:
        seen = [system.output()]
        assert seen == expected[:1], "the output at the start"
        for symbol in word:
            system.step(symbol)
            seen.append(system.output())
            assert seen == expected[: len(seen)], f"the outputs to {word[: len(seen) - 1]}"
    finally:
        system.stop()
`,
  acceptor: `    for length, accepted in enumerate(expected):
        if accepted is not None:
            assert accepts(word[:length]) == accepted, f"is {word[:length]} accepted?"
`,
  weights: `    for length, weight in enumerate(expected):
        if weight is not None:
            assert same(weigh(word[:length]), weight), f"the weight of {word[:length]} is not {weight}"


def same(seen, expected: str) -> bool:
    if str(seen) == expected:
        return True
    try:
        return float(seen) == pytest.approx(float(expected), rel=1e-9, abs=1e-9)
    except ValueError:
        return False
`,
};
