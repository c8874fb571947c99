import { HankelError } from "@hankel/core";
import { type BlackBox, openOnnx, openOpenAi, type Report } from "@hankel/teachers";
import type { Command } from "commander";
import { count, givenFlags, optionsBelow } from "../support/options.ts";

/** Options of targets that are networks. */
export interface NetworkCommandOptions {
  readonly onnx?: string;
  readonly bos?: number;
  readonly eos?: number;
  readonly longest?: number;
  readonly states?: string;
  readonly openai?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly end?: string;
  readonly logprobs?: number;
}

/** The heading of these options in the help. */
export const NETWORKS = "Networks and language models:";

/** The options that say which network is learned. */
export function addNetworkOptions(command: Command): void {
  const add = optionsBelow(command, NETWORKS);
  add("--onnx <file>", "a network: a language model or an acceptor, with its side file FILE.json");
  add("--bos <id>", "the token that starts a word, if no side file says it", count(0));
  add("--eos <id>", "the token that ends a word, if no side file says it", count(0));
  add("--longest <n>", "the most letters that the network reads (default: found by trying)", count(1));
  add("--states <output>", "the output that holds the states of the network, if no side file says it");
  add("--openai <url>", "a completion server: llama.cpp's, vLLM, Ollama (…/api/generate) and others");
  add("--model <name>", "the model that the server is asked for");
  add("--prompt <text>", "the text in front of every word; symbols are texts too (--alphabet)");
  add("--end <text>", "a text that ends a word, besides the model's own end");
  add("--logprobs <n>", "how many of the likeliest tokens to ask for (default: 20)", count(1));
}

const ONNX_ONLY = ["bos", "eos", "longest", "states"] as const;
const OPENAI_ONLY = ["model", "prompt", "end", "logprobs"] as const;

/** An option of one kind of target has no effect on another, so it is refused there. */
export function refuseNetworkOptions(options: NetworkCommandOptions): void {
  const useless = (names: readonly (keyof NetworkCommandOptions)[], target: "onnx" | "openai") => {
    const given = givenFlags(options, names);
    if (given.length === 0 || options[target] !== undefined) return;
    throw new HankelError("usage", `${given.join(", ")}: only for --${target}`);
  };
  useless(ONNX_ONLY, "onnx");
  useless(OPENAI_ONLY, "openai");
}

/** What networks share with other boxes. */
interface Shared {
  readonly alphabet?: readonly string[] | undefined;
  readonly workers?: number | undefined;
  readonly batch?: number | undefined;
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly report: Report;
}

/** Opens the network of a file. */
export async function openOnnxBox(
  path: string,
  { bos, eos, longest, states }: NetworkCommandOptions,
  shared: Shared,
): Promise<BlackBox<unknown>> {
  return openOnnx({ ...shared, path, bos, eos, longest, states });
}

/** Opens a completion server. */
export async function openOpenAiBox(
  url: string,
  { model, prompt, end, logprobs: top }: NetworkCommandOptions,
  { alphabet, token = keyFor(url), ...shared }: Shared & { readonly token?: string | undefined },
): Promise<BlackBox<unknown>> {
  if (alphabet === undefined) {
    throw new HankelError(
      "usage",
      `--openai needs the symbols, which are texts, as in --alphabet '[" yes"," no"]'`,
    );
  }
  return openOpenAi({
    ...shared,
    url,
    alphabet,
    model,
    prompt,
    end,
    top,
    token,
  });
}

/** The key from the environment. OpenAI's own is sent to nobody else, unless `--token-env` names it. */
function keyFor(url: string): string | undefined {
  const own = process.env["HANKEL_OPENAI_KEY"];
  if (own !== undefined && own !== "") return own;
  const openai = URL.canParse(url) && new URL(url).hostname === "api.openai.com";
  return openai ? process.env["OPENAI_API_KEY"] : undefined;
}
