/**
 * A network between workers and a server that is torn again and again: a proxy on a loopback port. The bytes that all its
 * connections have carried decide when. Time does not, so that a slow machine gets as far between two tears as a fast one,
 * nor do chunks, which a busy machine joins, nor a single connection, which may have nothing to do.
 */

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Random } from "@hankel/core";

/**
 * Between two tears it carries so many bytes at least, and fewer than so many more. To connect again takes about 700: the
 * rest is left for questions and answers.
 */
const FEWEST = 3000;
const MORE = 3000;
/** How long nothing is delivered, in milliseconds, before a connection that hangs is cut. */
const HANG = 30;

export class TornNetwork {
  readonly url: string;
  /** How often a connection was torn. */
  tears = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #random: Random;
  /** Bytes until the next tear. */
  #left: number;

  private constructor(server: Server, port: number, random: Random) {
    this.#server = server;
    this.#random = random;
    this.#left = this.#untilNext();
    this.url = `nats://127.0.0.1:${port}`;
  }

  /** A network that leads to this port. */
  static async to(port: number, random: Random): Promise<TornNetwork> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const network = new TornNetwork(server, (server.address() as { port: number }).port, random);
    server.on("connection", (near) => network.#join(near, connect(port, "127.0.0.1")));
    return network;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
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
    let torn = false;
    const count = (chunk: Buffer) => {
      this.#left -= chunk.length;
      if (torn || this.#left > 0) return;
      torn = true;
      this.#left = this.#untilNext();
      this.#tear(near, far);
    };
    near.on("data", count);
    far.on("data", count);
  }

  #untilNext(): number {
    return FEWEST + this.#random.below(MORE);
  }

  /** Cuts a connection, or delivers nothing for a while, without a word to either end, and then cuts it. */
  #tear(...ends: readonly Socket[]): void {
    this.tears++;
    const cut = () => ends.forEach((socket) => socket.destroy());
    if (this.#random.below(3) > 0) {
      cut();
      return;
    }
    for (const socket of ends) {
      socket.unpipe();
      socket.pause();
    }
    setTimeout(cut, HANG);
  }
}
