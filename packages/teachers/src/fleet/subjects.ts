import { HankelError, quote } from "@hankel/core";

/** Names of fleets and of workers: they are parts of subjects. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/u;

/** The subjects of a fleet (docs/fleet.md). All of them have one prefix, so that a server can confine its users to it. */
export class Subjects {
  readonly hello: string;
  readonly who: string;
  readonly everyWorker: string;
  readonly inboxes: string;
  readonly #prefix: string;

  constructor(name: string) {
    this.#prefix = `hankel.${checkName(name, "a fleet")}`;
    this.hello = `${this.#prefix}.hello`;
    this.who = `${this.#prefix}.who`;
    this.everyWorker = `${this.#prefix}.from.*`;
    this.inboxes = `${this.#prefix}.inbox`;
  }

  /** Where a worker speaks. */
  from(worker: string): string {
    return `${this.#prefix}.from.${worker}`;
  }

  /** Where a worker listens. */
  to(worker: string): string {
    return `${this.#prefix}.to.${worker}`;
  }

  /** An inbox for answers. */
  inbox(id: string): string {
    return `${this.inboxes}.${id}`;
  }

  isInbox(subject: string): boolean {
    return subject.startsWith(`${this.inboxes}.`) && NAME.test(subject.slice(this.inboxes.length + 1));
  }

  /** The worker that speaks at this subject; undefined if the name is not one of a worker. */
  workerAt(subject: string): string | undefined {
    const name = subject.slice(`${this.#prefix}.from.`.length);
    return NAME.test(name) ? name : undefined;
  }
}

export function checkName(name: string, what: string): string {
  if (NAME.test(name)) return name;
  throw new HankelError(
    "usage",
    `the name of ${what} has 1 to 64 letters, digits, - and _, unlike ${quote(name)}`,
  );
}
