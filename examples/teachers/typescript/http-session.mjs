/**
 * A connection to Node's own HTTP server as a Mealy machine. An input is a request, its output the status of the reply; a
 * new connection is the reset.
 *
 *     hankel learn -- node examples/teachers/typescript/http-session.mjs
 */

import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";

/** Every request has this many bytes, as the body of POST has. So whatever follows POST is one body. */
const LENGTH = 96;

const request = (...lines) => {
  const head = `${lines.join("\r\n")}\r\nHost: localhost\r\nFiller: `;
  return `${head.padEnd(LENGTH - 4, "x")}\r\n\r\n`;
};

const INPUTS = {
  GET: request("GET / HTTP/1.1"),
  // Waits for "100 Continue" before it sends the body.
  POST: request("POST / HTTP/1.1", "Expect: 100-continue", `Content-Length: ${LENGTH}`),
  // Asks the server to close the connection afterwards.
  last: request("GET / HTTP/1.1", "Connection: close"),
  junk: request("no HTTP"),
};

/** Sends inputs on a new connection; each is answered, or the connection is closed. */
async function run(port, inputs) {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay();
  await once(socket, "connect");
  const replies = replyReader(socket);
  const outputs = [];
  for (const input of inputs) {
    if (socket.writable) socket.write(INPUTS[input]);
    outputs.push(await replies.next());
  }
  socket.destroy();
  return outputs;
}

/** Reads the status of one reply after the other. Replies have no body here, so an empty line ends each of them. */
function replyReader(socket) {
  let text = "";
  let ended = false;
  let wake = () => {};
  const wakeUp = () => wake();
  socket.on("data", (chunk) => {
    text += chunk;
    wakeUp();
  });
  socket.on("error", () => {});
  for (const event of ["end", "close"]) {
    socket.on(event, () => {
      ended = true;
      wakeUp();
    });
  }
  return {
    async next() {
      for (;;) {
        const end = text.indexOf("\r\n\r\n");
        if (end >= 0) {
          const status = text.slice(9, 12);
          text = text.slice(end + 4);
          return status;
        }
        if (ended) return "closed";
        await new Promise((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

const server = createServer((incoming, response) => {
  incoming.resume().on("end", () => response.writeHead(204).end());
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address();

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
send({ hankel: 1, machine: "mealy", alphabet: Object.keys(INPUTS) });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, run: words } = JSON.parse(line);
  const outputs = [];
  for (const word of words) outputs.push(await run(port, word));
  send({ id, outputs });
}
server.close();
server.closeAllConnections();
