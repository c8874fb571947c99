/**
 * The black box of the benchmark, as cheap as one can be: it weighs a word by its first letter. `process` speaks lines on
 * standard input and output, `http` listens and prints its port, `pipe` and `socket` send back what they get.
 */
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";

export const alphabet = ["a", "b"];
export const semifield = "real";

export function weigh(word) {
  return word[0] === "a" ? 0.5 : 0.25;
}

const hello = JSON.stringify({ hankel: 1, semifield, alphabet });

function answer(line) {
  const { id, weigh: words } = JSON.parse(line);
  if (words === undefined) return hello;
  return JSON.stringify({ id, weights: words.map(weigh) });
}

function serveLines() {
  console.log(hello);
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) process.stdout.write(`${answer(line)}\n`);
  });
}

function serveHttp() {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => response.end(answer(Buffer.concat(chunks).toString())));
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
}

function echoSocket() {
  const server = createTcpServer({ noDelay: true }, (socket) => socket.pipe(socket).on("error", () => {}));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
}

const modes = {
  process: serveLines,
  http: serveHttp,
  socket: echoSocket,
  pipe: () => process.stdin.pipe(process.stdout),
};
modes[process.argv[2]]?.();
if (process.argv[2] === "http" || process.argv[2] === "socket")
  process.stdin.on("end", () => process.exit(0)).resume();
