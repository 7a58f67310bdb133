/**
 * The options of the differential run.
 *
 * @module
 */
import {
  choiceOf,
  type CommandFacts,
  type Given,
  integerOf,
  listOf,
  textOf,
  UsageError,
} from "../../command_line/mod.ts";
import { type Action, ACTIONS } from "./step.ts";
import { TYPES } from "./types.ts";

/** The program as data. */
export const DIFFERENTIAL_COMMAND: CommandFacts = {
  name: "differential",
  argument: "URL",
  examples: [
    ["differential https://localhost:6443 --ca ca.crt", "10,000 requests"],
    [
      "differential https://localhost:6443 --ca ca.crt --seed 42 --kinds Secret,Deployment",
      "two kinds, the same requests again",
    ],
    ["differential https://localhost:6443 --ca ca.crt --survey", "do not stop at a difference"],
  ],
  help: "Send generated requests to the reference server and a real one, compare the answers",
  options: [
    { name: "ca", value: "FILE", path: true, help: "the certificate to trust" },
    { name: "token", value: "TOKEN", help: "the administrator's token (admin-token)" },
    { name: "requests", value: "N", help: "how many requests to compare (10000)" },
    { name: "seed", value: "N", help: "for the same requests again" },
    { name: "path", value: "PATH", help: "with the seed, for one sequence of requests again" },
    { name: "actions", value: "NAME,…", repeatable: true, help: "these actions only" },
    { name: "kinds", value: "KIND,…", repeatable: true, help: "these kinds only" },
    {
      name: "ignore",
      value: "KEY,…",
      repeatable: true,
      help: "keys of answers that are not compared",
    },
    {
      name: "survey",
      help: "do not stop at a difference: show one of each kind, as it was drawn",
    },
    {
      name: "record",
      value: "FOLDER",
      path: true,
      help: "keep sequences with the real server's answers",
    },
    {
      name: "record-size",
      value: "KB",
      help: "as many of them as fit, in thousands of characters (350)",
    },
    { name: "help", help: "show this" },
  ],
};

/** What a run is told. */
export interface Options {
  readonly url: string;
  /** The file of the certificate to trust. */
  readonly ca?: string;
  /** The administrator's token. */
  readonly token?: string;
  /** How many requests are compared. */
  readonly requests: number;
  readonly seed: number;
  /** One sequence of those that the seed makes, as fast-check names it. */
  readonly path?: string;
  readonly actions?: readonly Action[];
  readonly kinds?: readonly string[];
  /** Keys of answers that are not compared. */
  readonly ignored: readonly string[];
  /** Do not stop at a difference. */
  readonly survey: boolean;
  /** Where to keep what was answered. */
  readonly record?: string;
  /** How large that may become, in thousands of characters. */
  readonly recordSize: number;
}

/**
 * What the command line says.
 *
 * @throws {UsageError} for a value that is none, or where no server is named
 */
export function readOptions({ argument: url, options }: Given): Options {
  if (url === undefined) throw new UsageError("Cannot compare without a server: give its URL");
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(
      `The server must be given by its URL, as https://host:port: "${url}" given`,
    );
  }
  const count = { min: 1, max: 1_000_000_000 };
  const [ca, token, path, record] = ["ca", "token", "path", "record"]
    .map((name) => textOf(options, name));
  return {
    url: url.replace(/\/$/, ""),
    ...(ca && { ca }),
    ...(token && { token }),
    requests: integerOf(options, "requests", count) ?? 10_000,
    seed: integerOf(options, "seed", SEEDS) ?? Date.now() % 1_000_000,
    ...(path && { path }),
    ...(options.has("actions") && {
      actions: listOf(options, "actions").map((word) => choiceOf("actions", word, ACTIONS)),
    }),
    ...(options.has("kinds") && {
      kinds: listOf(options, "kinds").map((word) => choiceOf("kinds", word, KINDS)),
    }),
    ignored: listOf(options, "ignore"),
    survey: options.has("survey"),
    ...(record && { record }),
    recordSize: integerOf(options, "record-size", count) ?? 350,
  };
}

/** The seeds that fast-check takes. */
const SEEDS = { min: -(2 ** 31), max: 2 ** 31 - 1 };

const KINDS = TYPES.map(({ kind }) => kind);

/** What to paste to see one sequence again. */
export function commandOf(options: Options, seed: number, path: string): string {
  const { url, ca, token, actions, kinds, ignored } = options;
  const list = (name: string, values: readonly string[] = []) =>
    values.length > 0 ? [`${name} ${JSON.stringify(values.join())}`] : [];
  return [
    `deno task differential ${url}`,
    ...(ca ? [`--ca ${ca}`] : []),
    ...(token ? ["--token …"] : []),
    ...list("--actions", actions),
    ...list("--kinds", kinds),
    ...list("--ignore", ignored),
    `--seed ${seed} --path ${path}`,
  ].join(" ");
}
