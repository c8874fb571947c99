/** Scripts that teach a shell the commands and options of `hankel`, made of what the commands themselves declare. */

import { topics } from "../options/table.ts";
import { print } from "../support/output.ts";
import { addExamples, type CommandEntry, type Define, define } from "./define.ts";
import { type DescribedCommand, type DescribedOption, describeCommands } from "./described.ts";

/** The command, for what all commands are. */
export const completionOf =
  (commands: readonly CommandEntry[]): Define =>
  (command, ...rest) => {
    const add = (shell: string, script: (commands: readonly DescribedCommand[]) => string, place: string) => {
      const part = define({ run: async () => print(script(await describeCommands(commands))), more: place });
      part(command.command(shell).description(`print the completion script for ${shell}`), ...rest);
    };
    add("bash", bash, "It goes to ~/.local/share/bash-completion/completions/hankel.");
    add("zsh", zsh, "It goes to a file _hankel in a folder of your $fpath.");
    add("fish", fish, "It goes to ~/.config/fish/completions/hankel.fish.");
    addExamples(command, [
      'eval "$(hankel completion bash)"   for this shell only',
      "hankel completion bash --help      where the script goes",
    ]);
  };

const names = (commands: readonly { readonly name: string }[]) => commands.map(({ name }) => name).join(" ");
/** Does the value name a file? */
const isFile = ({ value = "" }: DescribedOption) => /file|folder|path|automaton|journal/u.test(value);
const flagsOf = ({ short, long }: DescribedOption) => [short, long].filter((flag) => flag !== undefined);

/** In single quotes, for every shell here. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Commands, and the commands inside them under both names. */
function flat(commands: readonly DescribedCommand[]): DescribedCommand[] {
  return commands.flatMap((command) => [
    command,
    ...command.commands.map((inner) => ({ ...inner, name: `${command.name} ${inner.name}` })),
  ]);
}

function bash(commands: readonly DescribedCommand[]): string {
  const all = flat(commands);
  const cases = all.map(({ name, options, commands: inner }) => {
    const inside = inner.length === 0 ? "" : ` inside=${quoted(names(inner))}`;
    return `    ${quoted(name)}) flags=${quoted(options.flatMap(flagsOf).join(" "))}${inside} ;;`;
  });
  const values = valuesOf(all).map(([flag, words]) => `    ${flag}) words=${quoted(words.join(" "))} ;;`);
  const nested = all.filter(({ name }) => name.includes(" ")).map(({ name }) => quoted(name));
  return `# Completion of hankel for bash.
_hankel() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local command= second= flags= inside= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    # What stands after -- is a program with arguments of its own.
    if [[ \${COMP_WORDS[i]} == -- ]]; then return; fi
    if [[ \${COMP_WORDS[i]} == -* ]]; then continue; fi
    if [[ -z $command ]]; then command=\${COMP_WORDS[i]}; elif [[ -z $second ]]; then second=\${COMP_WORDS[i]}; fi
  done
  if [[ -z $command ]]; then
    words=${quoted(`${names(commands)} help --help --version`)}
  elif [[ $command == help ]]; then
    words=${quoted([names(commands), ...Object.keys(topics)].join(" "))}
  else
    case $before in
${values.join("\n")}
    esac
  fi
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [[ \${COMPREPLY[*]} == *= ]] && compopt -o nospace
    return
  fi
  case "$command $second" in
    ${nested.join(" | ")}) command="$command $second" ;;
  esac
  case $command in
${cases.join("\n")}
  esac
  if [[ $current == -* ]]; then words=$flags; else words=$inside; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _hankel hankel
`;
}

/** A description inside a specification of zsh's `_arguments` or `_describe`. */
const plain = (text: string) => text.replaceAll(/[[\]:\\]/gu, String.raw`\$&`);

function zsh(commands: readonly DescribedCommand[]): string {
  const specification = (option: DescribedOption) => {
    const flags = flagsOf(option);
    const value = option.value?.replaceAll(/[<>[\].]/gu, "") ?? "value";
    const takes = option.words.length > 0 ? `(${option.words.join(" ")})` : isFile(option) ? "_files" : " ";
    const rest = `[${plain(option.about)}]${option.value === undefined ? "" : `:${plain(value)}:${takes}`}`;
    if (flags.length === 1) return quoted(flags[0] + rest);
    return `${quoted(`(${flags.join(" ")})`)}{${flags.join(",")}}${quoted(rest)}`;
  };
  const listed = (inner: readonly DescribedCommand[]) =>
    inner.map(({ name, summary }) => quoted(`${plain(name)}:${plain(summary)}`)).join(" ");
  const cases = commands.map(({ name, options, commands: inner }) => {
    const specifications = [...options, ...inner.flatMap((each) => each.options)].map(specification);
    const first = inner.length === 0 ? [] : [quoted(`1:command:(${names(inner)})`)];
    const all = [...new Set([...specifications, ...first, "'*:file:_files'"])];
    return `      ${name}) _arguments ${all.join(" \\\n        ")} ;;`;
  });
  return `#compdef hankel
# Completion of hankel for zsh.
_hankel() {
  local state line
  local -a commands
  _arguments -C '(- *)'{-h,--help}'[print the help]' '(- *)'{-V,--version}'[print the version]' \\
    '1: :->command' '*:: :->rest'
  case $state in
    command)
      commands=(${listed(commands)} 'help:print the help of a command or a topic')
      _describe command commands ;;
    rest)
      case $line[1] in
      help) _arguments ${quoted(`1:command or topic:(${[names(commands), ...Object.keys(topics)].join(" ")})`)} ;;
${cases.join("\n")}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _hankel ]; then _hankel "$@"; else compdef _hankel hankel; fi
`;
}

function fish(commands: readonly DescribedCommand[]): string {
  const line = (...parts: readonly string[]) => ["complete -c hankel", ...parts].join(" ");
  const seen = (name: string) => `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  const takes = (option: DescribedOption) => {
    if (option.value === undefined) return [];
    if (option.words.length > 0) return [`-x -a ${quoted(option.words.join(" "))}`];
    return [isFile(option) ? "-r -F" : "-x"];
  };
  const ofOption = (command: string, option: DescribedOption) =>
    line(
      seen(command),
      ...(option.short === undefined ? [] : [`-s ${option.short.slice(1)}`]),
      ...(option.long === undefined ? [] : [`-l ${option.long.slice(2)}`]),
      ...takes(option),
      `-d ${quoted(option.about)}`,
    );
  const lines = commands.flatMap(({ name, summary, options, commands: inner }) => [
    line("-n __fish_use_subcommand -f", `-a ${name}`, `-d ${quoted(summary)}`),
    ...inner.map((each) => line(seen(name), "-f", `-a ${each.name}`, `-d ${quoted(each.summary)}`)),
    ...[...options, ...inner.flatMap((each) => each.options)].map((option) => ofOption(name, option)),
  ]);
  const help = [
    line("-n __fish_use_subcommand -f -a help -d 'print the help of a command or a topic'"),
    line(seen("help"), "-f", `-a ${quoted([names(commands), ...Object.keys(topics)].join(" "))}`),
  ];
  return `# Completion of hankel for fish.\n${[...new Set([...lines, ...help])].join("\n")}\n`;
}

/** The options whose values are known words, with these; a name means the same in all commands. */
function valuesOf(commands: readonly DescribedCommand[]): [flag: string, words: string[]][] {
  const words = new Map<string, Set<string>>();
  for (const option of commands.flatMap(({ options }) => options)) {
    if (option.words.length === 0) continue;
    for (const flag of flagsOf(option)) {
      const known = words.get(flag) ?? new Set();
      for (const word of option.words) known.add(word);
      words.set(flag, known);
    }
  }
  return Array.from(words, ([flag, known]) => [flag, [...known]]);
}
