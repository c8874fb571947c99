/** A network between workers and a server that can be cut, or left hanging: a proxy on a loopback port. */

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export class TornNetwork {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `nats://127.0.0.1:${port}`;
  }

  /** A network that leads to this port. */
  static async to(port: number): Promise<TornNetwork> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const network = new TornNetwork(server, (server.address() as { port: number }).port);
    server.on("connection", (near) => network.#join(near, connect(port, "127.0.0.1")));
    return network;
  }

  /** Cuts every connection. New ones can be made at once. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Delivers nothing for a while, without a word to either end; then everything is cut. */
  hang(milliseconds: number): void {
    const hanging = [...this.#sockets];
    for (const socket of hanging) {
      socket.unpipe();
      socket.pause();
    }
    setTimeout(() => {
      for (const socket of hanging) socket.destroy();
    }, milliseconds);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
