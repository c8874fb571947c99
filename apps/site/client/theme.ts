/** Light, dark, or as the system says: the button goes to the other of what is seen, and the choice is kept. */
export function installTheme(): void {
  const button = document.querySelector<HTMLButtonElement>("button.theme");
  button?.addEventListener("click", () => {
    const { dataset } = document.documentElement;
    const isDark = dataset["theme"] === "dark" || (dataset["theme"] === undefined && systemIsDark());
    dataset["theme"] = isDark ? "light" : "dark";
    try {
      localStorage.setItem("theme", dataset["theme"]);
    } catch {
      // A browser may refuse to store anything for a file; the choice then holds for this page.
    }
  });
}

function systemIsDark(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
