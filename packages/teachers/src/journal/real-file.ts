import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Links that are followed; the system gives up at about as many. */
const MOST_LINKS = 40;

/** The absolute path of a file without symbolic links; the file need not exist, also behind a link. */
export function realFile(path: string, links = 0): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    if (whole === dirname(whole) || links > MOST_LINKS) return whole;
    const folder = realFile(dirname(whole), links + 1);
    const found = join(folder, basename(whole));
    const target = linkTarget(found);
    return target === undefined ? found : realFile(resolve(folder, target), links + 1);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
