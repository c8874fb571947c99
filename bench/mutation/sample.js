/** A Stryker checker that lets only the mutants through that are drawn: a place may hold others besides. */

import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { isDrawn } from "./draw.js";

const sample = {
  async init() {},
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  },
  async check(mutants) {
    const left = { status: "compileError", reason: "not drawn" };
    return Object.fromEntries(
      mutants.map((mutant) => [mutant.id, isDrawn(mutant) ? { status: "passed" } : left]),
    );
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, "sample", sample)];
