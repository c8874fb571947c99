/** The manual page `hankel(1)`, made of what the commands declare; scripts/bundle.js puts it into the package. */

/** An option that this many commands have is described once, for all. */
const COMMON = 8;

/** Text inside a line of roff: backslashes and hyphens are written out, and no line begins with a control character. */
function roff(text) {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll(/^(?=[.'])/gmu, String.raw`\&`);
}

const bold = (text) => String.raw`\fB${roff(text)}\fR`;
const italic = (text) => String.raw`\fI${roff(text)}\fR`;

/** `-o, --out FILE` as a tag with its description. */
function described({ short, long, value, about }) {
  const flags = [short, long].filter((flag) => flag !== undefined).map(bold);
  const behind = value === undefined ? "" : ` ${italic(value.replaceAll(/[<>]/gu, ""))}`;
  return `.TP\n${flags.join(", ")}${behind}\n${roff(about)}`;
}

const keyOf = ({ long, short, about }) => `${long ?? short} ${about}`;

/** The whole page, for `man` and its like. */
export function manual(commands, version) {
  const counts = new Map();
  for (const option of commands.flatMap(({ options }) => options))
    counts.set(keyOf(option), (counts.get(keyOf(option)) ?? 0) + 1);
  const isCommon = (option) => counts.get(keyOf(option)) >= COMMON;
  const common = new Map(
    commands.flatMap(({ options }) => options.filter(isCommon).map((option) => [keyOf(option), option])),
  );

  const section = (command, name = command.name) => {
    const own = command.options.filter((option) => !isCommon(option));
    const shared = command.options.filter(isCommon).map(({ long, short }) => bold(long ?? short));
    return [
      `.SS ${bold(name)} ${italic(command.usage.replaceAll(/[<>]/gu, ""))}`.trimEnd(),
      `${roff(capital(command.summary))}.`,
      ...own.map(described),
      ...(shared.length === 0 ? [] : [`.PP\nCommon options: ${shared.join(", ")}.`]),
      ...command.commands.map((inner) => section(inner, `${name} ${inner.name}`)),
    ].join("\n");
  };

  return `.TH HANKEL 1 "" "hankel ${version}" "User Commands"
.SH NAME
hankel ${String.raw`\-`} learn, compare and minimize weighted automata, exactly
.SH SYNOPSIS
.B hankel
.I command
[options]
.br
.B hankel learn
.I target
[options]
.br
.B hankel learn
[options]
.B ${roff("--")}
.I program
[arguments]
.SH DESCRIPTION
.B hankel
learns the minimal deterministic weighted automaton of a black box by asking it questions, and works on automata in files.
.B hankel
.I command
.B ${roff("--help")}
shows the help of a command with examples, and
.B hankel help
.I topic
explains targets, learners, tests, budgets, networks or fleets.
.SH COMMANDS
${commands.map((command) => section(command)).join("\n")}
.SH COMMON OPTIONS
${Array.from(common.values(), described).join("\n")}
.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
A negative answer, as of
.B hankel compare
where the languages differ.
.TP
.B 2
Wrong usage or input.
.TP
.B 3
The target failed or contradicted itself.
.TP
.B 4
A limit was reached.
.TP
.B 130
Interrupted.
.PP
After 3, 4 and a first signal,
.B hankel learn
still writes its best automaton, if it has one.
.SH ENVIRONMENT
.TP
.BR HANKEL_NATS_CREDS ", " HANKEL_NATS_USER ", " HANKEL_NATS_PASSWORD ", " HANKEL_NATS_TOKEN
How to log in to the server of a fleet.
.TP
.B HANKEL_DEBUG
Show where an internal error happened.
.TP
.B NO_COLOR
No colours on a terminal.
`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
