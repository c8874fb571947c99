/**
 * What ends something from outside: an `AbortSignal`, where the platform has its type. The library is for Node and for browsers and needs
 * the types of neither; so this names what is used of it otherwise.
 */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer S } }
  ? S
  : UsedOfSignal;

interface UsedOfSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
