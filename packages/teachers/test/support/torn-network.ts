/**
 * A network between workers and a server that is torn again and again: a proxy on a loopback port. What it has carried
 * decides when, not time, so that a slow machine gets as far between two tears as a fast one.
 */

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Random } from "@hankel/core";

/** A connection carries so many chunks at least, and fewer than so many more. */
const FEWEST = 20;
const MORE = 60;
/** How long nothing is delivered, in milliseconds, before a connection that hangs is cut. */
const HANG = 30;

export class TornNetwork {
  readonly url: string;
  /** How often a connection was torn. */
  tears = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #random: Random;

  private constructor(server: Server, port: number, random: Random) {
    this.#server = server;
    this.#random = random;
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
    let left = FEWEST + this.#random.below(MORE);
    const count = () => {
      if (--left === 0) this.#tear(near, far);
    };
    near.on("data", count);
    far.on("data", count);
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
