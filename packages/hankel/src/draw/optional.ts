import { HankelError } from "@hankel/core";

/** Loads a package that only drawing needs, and that users install themselves when they want pictures. */
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
