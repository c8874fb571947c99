/** The part of Eleventy that the build uses; the package has no types of its own. */
declare module "@11ty/eleventy" {
  import type MarkdownIt from "markdown-it";

  interface PageOfEleventy {
    readonly inputPath: string;
    readonly filePathStem: string;
  }

  interface Configuration {
    setLibrary(extension: "md", library: MarkdownIt): void;
    addTemplate(path: string, content: string): void;
    addPreprocessor(name: string, extension: "md", process: (data: object, content: string) => string): void;
    addPassthroughCopy(copies: Readonly<Record<string, string>>): void;
    addTransform(
      name: string,
      transform: (this: { readonly page: PageOfEleventy }, content: string) => string,
    ): void;
    addGlobalData(name: "permalink", data: () => (data: { readonly page: PageOfEleventy }) => string): void;
    setTemplateFormats(formats: readonly string[]): void;
    setUseGitIgnore(use: boolean): void;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; config: (configuration: Configuration) => void },
    );
    write(): Promise<unknown>;
  }
}
