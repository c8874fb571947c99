import { captions } from "../engine/captions.ts";
import { gallery } from "../engine/gallery.ts";
import { settings } from "./settings.svelte.ts";
import { studio } from "./studio.svelte.ts";

/** The tour through a first run. */
class Tour {
  at = $state<number | undefined>();
  readonly caption = $derived(this.at === undefined ? undefined : captions[this.at]);

  start(): void {
    studio.learnerChoice = "table";
    studio.learn(gallery[0].spec);
    this.at = 0;
  }

  go(by: number): void {
    if (this.at === undefined) return;
    const to = Math.max(0, this.at + by);
    if (to >= captions.length) this.end();
    else this.at = to;
  }

  /** Over or skipped, it does not come again by itself. */
  end(): void {
    this.at = undefined;
    settings.toured = true;
  }
}

export const tour = new Tour();
