import { VOCABULARIES, type Vocabulary } from "../engine/say.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How much larger everything is for a projector. */
export const ZOOM = 1.5;

/** What a browser keeps for the page; inside another page, or where storage is switched off, it keeps nothing. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then the choice lasts as long as the page.
  }
}

function oneOf<T extends string>(name: string, values: readonly T[]): T {
  const value = stored(name);
  return values.find((each) => each === value) ?? values[0];
}

/** What the user has chosen for the page, whatever it shows. */
class Settings {
  #theme = $state<Theme>(oneOf("theme", THEMES));
  #vocabulary = $state<Vocabulary>(oneOf("vocabulary", VOCABULARIES));
  #toured = $state(stored("toured") === "yes");
  /** Large type, for a lecture hall. */
  projector = $state(false);

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    store("theme", theme);
  }

  /** Plain words, or those of the paper. */
  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  set vocabulary(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    store("vocabulary", vocabulary);
  }

  /** Was the tour taken, or skipped? */
  get toured(): boolean {
    return this.#toured;
  }

  set toured(toured: boolean) {
    this.#toured = toured;
    store("toured", toured ? "yes" : "no");
  }
}

export const settings = new Settings();
