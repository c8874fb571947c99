/** Plain JavaScript for the end of a program: calls its function `answer` with every message on standard input. */
export const EACH_MESSAGE = `
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) answer(JSON.parse(line));
});
`;
