import type { Command } from "commander";
import { misuse } from "../support/failures.ts";
import { EXACT } from "./learner-choice.ts";
import { type SettingName, settings } from "./settings.ts";

/** What stands for options that say more: their values have the value of the short form in them. */
const forms: Readonly<Record<string, { readonly long: string; readonly args: (value: string) => string[] }>> =
  {
    stable: { long: "--repeat", args: (value) => ["--repeat", value, "--on-conflict", "stable"] },
    "word-cost": { long: "--cost", args: (value) => ["--cost", `${value},1`] },
  };

/**
 * Options that stand for others: `--top 500` for `--with top=500`, `--stable 3` for `--repeat 3 --on-conflict stable`, `--word-cost 100` for
 * `--cost 100,1`, and `--exact` for the learner that follows every answer. People guess these, and a command that has an option of the name means that.
 */
export function withoutShortForms(command: Command, args: readonly string[]): string[] {
  const own = new Set(command.options.flatMap(({ long }) => long ?? []));
  if (!own.has("--with")) return [...args];
  const full: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/su.exec(args[i]) ?? [];
    if (name === undefined || own.has(`--${name}`)) full.push(args[i]);
    else if (name === "exact" && own.has("--learner")) full.push("--learner", EXACT);
    else if (Object.hasOwn(forms, name) && own.has(forms[name].long)) {
      const given = value ?? args[++i];
      if (given === undefined) throw misuse(`--${name} needs a number`);
      refuseBoth(args, name);
      full.push(...forms[name].args(given));
    } else if (!isSetting(name)) full.push(args[i]);
    else full.push("--with", `${name}=${value ?? args[++i] ?? ""}`);
  }
  return full;
}

/** A short form says all that its options say. */
function refuseBoth(args: readonly string[], name: string): void {
  const { args: meaning } = forms[name];
  const other = meaning("n").find(
    (flag) => flag.startsWith("--") && args.some((arg) => arg === flag || arg.startsWith(`${flag}=`)),
  );
  if (other !== undefined)
    throw misuse(`--${name} n stands for ${meaning("n").join(" ")}, so leave ${other} out`);
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}
