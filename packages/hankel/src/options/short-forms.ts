import type { Command } from "commander";
import { type SettingName, settings } from "./settings.ts";

/**
 * Settings written like options: `--top 500` for `--with top=500`, and `--exact` for the learner that follows every answer. People guess
 * these, and a command that has an option of the name means that.
 */
export function withoutShortForms(command: Command, args: readonly string[]): string[] {
  const own = new Set(command.options.flatMap(({ long }) => long ?? []));
  if (!own.has("--with")) return [...args];
  const full: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/su.exec(args[i]) ?? [];
    if (name === undefined || own.has(`--${name}`)) full.push(args[i]);
    else if (name === "exact" && own.has("--learner")) full.push("--learner", "tree");
    else if (!isSetting(name)) full.push(args[i]);
    else full.push("--with", `${name}=${value ?? args[++i] ?? ""}`);
  }
  return full;
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}
