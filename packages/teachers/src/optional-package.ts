import { HankelError, messageOf } from "@hankel/core";

/** Loads a package by its name. */
export type Load = (name: string) => Promise<unknown>;

/** Loads a package, which has this member and which these need; refuses if it is not installed. */
export async function loadNeeded<P>(needing: string, name: string, member: keyof P, load?: Load): Promise<P> {
  const loaded = await loadOptional<P>(name, member, load);
  if (loaded !== undefined) return loaded;
  throw new HankelError(
    "usage",
    `${needing} the package ${name}, which is not installed: npm install ${name} (with --global if hankel is installed globally)`,
  );
}

/** Loads a package, which has this member; undefined if it is not installed. */
export async function loadOptional<P>(
  name: string,
  member: keyof P,
  load: Load = (wanted) => import(wanted),
): Promise<P | undefined> {
  try {
    const loaded = (await load(name)) as P & { readonly default?: P };
    // A CommonJS package arrives as the default export.
    return loaded[member] === undefined ? loaded.default : loaded;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw new HankelError("system", `${name} is installed but cannot be loaded: ${messageOf(cause)}`, {
      cause,
    });
  }
}
