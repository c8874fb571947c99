/** The packages that only drawing needs, and that users install themselves when they want pictures. */

import type { Graph, RenderOptions } from "@viz-js/viz";
import { HankelError } from "../index.ts";

/** Loads a package that only drawing needs. */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new HankelError(
      "usage",
      `drawing needs the package ${name}, which is not installed: npm install ${name} ` +
        "(with --global if hankel is installed globally)",
      { cause: error },
    );
  }
}

/** Runs Graphviz, compiled to WebAssembly, on a graph or its DOT text, and returns what it writes. */
export async function graphviz(graph: string | Graph, options: RenderOptions): Promise<string> {
  const { instance } = await loadOptional("@viz-js/viz", () => import("@viz-js/viz"));
  const viz = await instance();
  const result = viz.render(graph, options);
  if (result.status === "success") return result.output;
  const reasons = result.errors.map(({ message }) => message).join("; ");
  throw new HankelError("unsupported", `Graphviz cannot draw it: ${reasons}`);
}
