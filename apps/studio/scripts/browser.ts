import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser for the tests: as CHROMIUM says, or Debian's Chromium. */
export function findBrowser(): string | undefined {
  const chosen = process.env["CHROMIUM"];
  return chosen !== undefined && chosen !== "" ? chosen : PLACES.find((place) => existsSync(place));
}

/** Installs Debian's Chromium where that can be done. */
export function installBrowser(): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync("/usr/bin/apt-get")) return;
  console.error("Chromium is missing: installing Debian's package …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const packages = ["chromium", "fonts-dejavu-core"];
  for (const words of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...packages],
  ]) {
    const { status } = spawnSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"], env });
    if (status !== 0) console.error(`apt-get ${words[0]} ended with ${status}`);
  }
}

export const ADVICE =
  "The studio's tests need Chromium, and it could not be installed from here. Install it (on Debian: apt-get install " +
  "chromium), or set CHROMIUM to the path of a Chromium or Chrome.";
