/** Hankel's own variables begin with this: passwords, tokens and keys, and one that is no secret. */
const OWN = "HANKEL_";
const NO_SECRET = "HANKEL_DEBUG";

/** The environment for what Hankel starts: its own, without the secrets that are meant for Hankel only. */
export function environmentOfPrograms(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // Windows does not distinguish capital letters.
  const isSecret = (name: string) => name.toUpperCase().startsWith(OWN) && name.toUpperCase() !== NO_SECRET;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecret(name)));
}
