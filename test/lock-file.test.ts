/** The lock file: what npm installs is exactly what was locked, from whatever registry. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  /** Set for packages of this repository. */
  readonly link?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && link !== true,
);

describe("the lock file", () => {
  it("has the integrity of every package of the registry", () => {
    expect(installed.length).toBeGreaterThan(200);
    const without = installed.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/u.test(integrity));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it("names no address to download from", () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(text).not.toMatch(/"resolved": "[^"]*:/u);
  });

  it("has the packages of all platforms", () => {
    const optional = Object.values(packages).flatMap((locked) =>
      Object.keys(locked.optionalDependencies ?? {}),
    );
    expect(optional.length).toBeGreaterThan(50);
    expect(optional.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([]);
  });
});
