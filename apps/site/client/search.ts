/** The search: reads the sections of all pages when it is first opened, and ranks them. */

import MiniSearch from "minisearch";
import type { Found } from "../src/search.ts";

const SHOWN = 30;

declare global {
  /** What assets/search.js calls: a script loads from a file too, where `fetch` may not. */
  var hankelSearch: ((sections: readonly Found[]) => void) | undefined;
}

type Index = MiniSearch<Found & { readonly id: number }>;

/** `root` is the address of the site. */
export function installSearch(root: URL): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog.search");
  const input = dialog?.querySelector("input");
  const list = dialog?.querySelector("ol");
  const count = dialog?.querySelector(".count");
  const button = document.querySelector("button.search");
  if (!dialog || !input || !list || !count || !button) return;
  let index: Promise<Index> | undefined;

  const open = () => {
    index ??= loadIndex(root);
    dialog.showModal();
    input.select();
  };
  const show = async () => {
    index ??= loadIndex(root);
    const query = input.value.trim();
    const results = query === "" ? [] : (await index).search(query);
    if (input.value.trim() !== query) return;
    count.textContent = query === "" ? "" : results.length === 1 ? "1 place" : `${results.length} places`;
    list.replaceChildren(...results.slice(0, SHOWN).map((result) => itemOf(result, root)));
  };

  button.addEventListener("click", open);
  input.addEventListener("input", () => void show());
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    const isAsked =
      (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isAsked || dialog.open) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === "Enter" && event.target === input) {
      event.preventDefault();
      links[0]?.click();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? (next < 0 ? input : links[at]))?.focus();
  });
  // A place on the same page closes the search, too.
  list.addEventListener("click", () => dialog.close());
}

function loadIndex(root: URL): Promise<Index> {
  return new Promise((resolve, reject) => {
    globalThis.hankelSearch = (sections) => resolve(indexOf(sections));
    const script = document.createElement("script");
    script.src = new URL("assets/search.js", root).href;
    script.onerror = () => reject(new Error("the search could not be loaded"));
    document.head.append(script);
  });
}

function indexOf(sections: readonly Found[]): Index {
  const index: Index = new MiniSearch({
    fields: ["title", "text", "where"],
    storeFields: ["address", "title", "where", "text"],
    searchOptions: {
      boost: { title: 6, where: 1.5 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      combineWith: "AND",
      // A public name that was typed in full comes first.
      boostDocument: (_id, term, stored) =>
        String(stored?.["title"]).toLowerCase() === term
          ? 5
          : String(stored?.["address"]).startsWith("decisions/")
            ? 0.5
            : 1,
    },
  });
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return index;
}

function itemOf(result: Record<string, unknown>, root: URL): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(String(result["address"]), root).href;
  const title = document.createElement("strong");
  title.textContent = String(result["title"]);
  const where = document.createElement("small");
  where.textContent = String(result["where"]);
  const text = document.createElement("small");
  text.textContent = String(result["text"]).slice(0, 140);
  link.append(title, where, text);
  item.append(link);
  return item;
}
