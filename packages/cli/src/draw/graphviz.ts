import { type Automaton, HankelError, writeDot } from "@hankel/core";

/** From here on Graphviz is told to hurry; with its usual settings 1,000 states take minutes. */
const MANY = 100;
const HURRY = { nslimit: 1, nslimit1: 1, mclimit: 0.1, splines: "line", maxiter: 50 };

/** Draws an automaton as SVG, with Graphviz compiled to WebAssembly: nothing has to be installed. */
export async function drawSvg(automaton: Automaton<unknown>): Promise<string> {
  const { instance } = await import("@viz-js/viz");
  const viz = await instance();
  const result = viz.render(writeDot(automaton), {
    format: "svg",
    ...(automaton.size > MANY && { graphAttributes: HURRY }),
  });
  if (result.status === "success") return result.output;
  const reasons = result.errors.map(({ message }) => message).join("; ");
  throw new HankelError("unsupported", `Graphviz cannot draw it: ${reasons}`);
}
