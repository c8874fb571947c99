/** What `--with NAME=VALUE` is as a text, before anybody knows the target. */

/** The name and the value of a setting as it is written. */
export function splitSetting(given: string): readonly [name: string, value: string] {
  const at = given.indexOf("=");
  return at < 0 ? [given, ""] : [given.slice(0, at), given.slice(at + 1)];
}

/** The mapper of a server, if `--with` names one. */
export function mapperIn(given: readonly string[] = []): string | undefined {
  return given.map(splitSetting).find(([name]) => name === "mapper")?.[1];
}
