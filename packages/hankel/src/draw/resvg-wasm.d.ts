/** The part of resvg that is used here: its own declarations are out of reach of the package's exports. */
declare module "@resvg/resvg-wasm" {
  export function initWasm(module: Uint8Array): Promise<void>;

  export interface ResvgOptions {
    readonly background?: string;
    readonly fitTo?: { readonly mode: "zoom"; readonly value: number };
    readonly font?: { readonly fontBuffers: readonly Uint8Array[] };
  }

  export class Resvg {
    constructor(svg: string, options?: ResvgOptions);
    /** The size of the drawing itself, whatever `fitTo` asks for. */
    readonly width: number;
    readonly height: number;
    render(): { readonly width: number; readonly height: number; asPng(): Uint8Array };
  }
}
