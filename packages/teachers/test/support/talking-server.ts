/** Servers of tests, inside this process: one that speaks bytes, and one that speaks HTTP. */

import { once } from "node:events";
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

export interface Running {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function running(server: Server, scheme: string, port: number): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, "close");
  };
  return { port: own, url: `${scheme}://127.0.0.1:${own}`, stop, [Symbol.asyncDispose]: stop };
}

/** A server that gets each connection. */
export function tcpServer(talk: (socket: Socket, number: number) => void, port = 0): Promise<Running> {
  let connections = 0;
  return running(
    createServer((socket) => talk(socket, ++connections)),
    "tcp",
    port,
  );
}

/** A server that answers each line; nothing is said where it gives undefined. */
export function lineServer(
  session: (connection: number) => (line: string, socket: Socket) => string | undefined,
  port = 0,
): Promise<Running> {
  return tcpServer((socket, number) => {
    const answer = session(number);
    let text = "";
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        const line = text.slice(0, end).replace(/\r$/u, "");
        text = text.slice(end + 1);
        const said = answer(line, socket);
        if (said !== undefined && socket.writable) socket.write(said);
      }
    });
  }, port);
}

/** A server of HTTP. */
export async function httpServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<Running> {
  const server = createHttp((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => answer(request, body, response));
  });
  return running(server, "http", 0);
}
