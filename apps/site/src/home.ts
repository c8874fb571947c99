/** The first page: what this is, how to begin, and the map. */

import { map, outputOf, type Section } from "./map.ts";
import { escaped, followsColours, relativeTo } from "./markdown.ts";
import type { Page } from "./page.ts";

const SENTENCE = "A black box answers questions about words. Watch its machine being discovered.";

export function homePage(abouts: ReadonlyMap<string, string>): Page {
  const content = `<section class="hero">
<div>
<h1>Hankel</h1>
<p class="lead">${SENTENCE}</p>
<p>Hankel learns the smallest automaton of a program, a protocol, a network or a cost function by asking about words, and says
what it is certain of. A library for TypeScript, a command line, and a studio that shows each step.</p>
<p class="actions"><a class="main" href="${firstOf(map[0])}">Start here</a> <a href="studio/index.html">Open the studio</a> <a href="api/hankel.html">API</a></p>
</div>
<figure>${picture()}<figcaption>What was learned of a box that gives the odds of the weather. It counts wet days: three states, for no, one and two of them in a row.</figcaption></figure>
</section>
<section class="map">
${map.map((section) => card(section, abouts)).join("\n")}
</section>`;
  return { path: "index", title: "Hankel: learn automata by asking", about: SENTENCE, content };
}

function picture(): string {
  const alt = "The learned automaton: three states, for no, one and two wet days in a row";
  const follows = followsColours("docs/images/weather.svg") ? ' class="follows"' : "";
  return `<img src="images/weather.svg" alt="${alt}"${follows}>`;
}

function firstOf({ entries: [first] }: Section): string {
  return relativeTo("index", outputOf(typeof first === "string" ? first : first[0]));
}

function card(section: Section, names: ReadonlyMap<string, string>): string {
  const items = section.entries.map((entry) => {
    const path = typeof entry === "string" ? entry : entry[0];
    return `<li><a href="${relativeTo("index", outputOf(path))}">${escaped(names.get(path) ?? path)}</a></li>`;
  });
  return `<section><h2><a href="${firstOf(section)}">${section.name}</a></h2><p>${section.about}</p><ul>${items.join("")}</ul></section>`;
}
