import { ACCEPT, isOfMachine, type Suite } from "../suite.ts";
import { heading, namesOfTests, type SuiteFormat, stepsOf } from "./writer.ts";

/** A feature in Gherkin, for Cucumber, Behave and the like: three steps are all that has to be defined. */
export const gherkin: SuiteFormat = {
  name: "gherkin",
  about: "a feature in Gherkin, for Cucumber, Behave and others",
  endings: [".feature"],
  write(suite, { title }) {
    const names = namesOfTests(suite);
    const scenarios = suite.tests.map((test, i) => {
      let said = "";
      const lines = stepsOf(suite, test).flatMap(({ input, answer }) => {
        const steps: [string, string][] = [];
        if (input !== undefined) steps.push(["When", `it gets ${JSON.stringify(input)}`]);
        if (answer !== undefined) steps.push(["Then", answered(suite, answer)]);
        return steps.map(([keyword, step]) => {
          const shown = said === keyword ? "And" : keyword;
          said = keyword;
          return `    ${shown} ${step}\n`;
        });
      });
      return `\n  Scenario: ${names[i]}\n    Given a fresh system\n${lines.join("")}`;
    });
    return `# ${heading(suite, title)}
# Connect your system by defining these steps:
#   Given a fresh system            starts your system anew
#   When it gets {string}           gives it an input
#   ${about(suite)}
Feature: ${title.replaceAll(/[\r\n]/gu, " ")}
${scenarios.join("")}`;
  },
};

function answered(suite: Suite, answer: string): string {
  if (isOfMachine(suite)) return `it answers ${JSON.stringify(answer)}`;
  if (suite.speaks === "weights") return `what it got weighs ${JSON.stringify(answer)}`;
  return answer === ACCEPT ? "it accepts what it got" : "it rejects what it got";
}

function about(suite: Suite): string {
  if (isOfMachine(suite)) return "Then it answers {string}        compares its output";
  if (suite.speaks === "weights")
    return "Then what it got weighs {string}   compares the weight of all inputs so far";
  return "Then it accepts what it got     and: it rejects what it got; all inputs so far are the word";
}
