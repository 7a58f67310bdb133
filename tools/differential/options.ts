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
import { type Action, ACTIONS } from "./requests/step.ts";
import { COMPARISONS } from "./comparisons.ts";
import { TYPES } from "./requests/types.ts";

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
    { name: "ca", value: "FILE", path: true, help: "certificate authority to trust" },
    { name: "token", value: "TOKEN", help: "token of an administrator (default admin-token)" },
    {
      name: "compare",
      value: "NAME,…",
      repeatable: true,
      help: `what to compare: requests (the default), ${
        COMPARISONS.map(({ name, help }) => `${name} (${help})`).join(", ")
      }`,
    },
    { name: "requests", value: "N", help: "requests to compare (default 10000)" },
    { name: "runs", value: "N", help: "cases of each of the other comparisons" },
    { name: "seed", value: "N", help: "generate the same cases again" },
    { name: "path", value: "PATH", help: "with the seed: one sequence of requests" },
    { name: "actions", value: "NAME,…", repeatable: true, help: "only these actions" },
    { name: "kinds", value: "KIND,…", repeatable: true, help: "only these kinds" },
    {
      name: "ignore",
      value: "KEY,…",
      repeatable: true,
      help: "keys of answers to ignore",
    },
    {
      name: "survey",
      help: "do not stop at a difference: print one of each kind",
    },
    {
      name: "record",
      value: "FOLDER",
      path: true,
      help: "write the real server's answers to this folder",
    },
    {
      name: "record-size",
      value: "KB",
      help: "size of the record in thousands of characters (default 350)",
    },
    { name: "help", help: "print this help" },
  ],
};

/** Options of a run. */
export interface Options {
  readonly url: string;
  /** The file with the certificate authority to trust. */
  readonly ca?: string;
  /** The administrator's token. */
  readonly token?: string;
  /** Names of the comparisons. */
  readonly compare: readonly string[];
  /** Cases of each comparison but that of requests. */
  readonly runs?: number;
  /** Number of requests to compare. */
  readonly requests: number;
  readonly seed: number;
  /** The fast-check path of one sequence of the seed. */
  readonly path?: string;
  readonly actions?: readonly Action[];
  readonly kinds?: readonly string[];
  /** Keys of answers to ignore. */
  readonly ignored: readonly string[];
  /** Do not stop at a difference. */
  readonly survey: boolean;
  /** The folder for recorded answers. */
  readonly record?: string;
  /** The size limit of the record, in thousands of characters. */
  readonly recordSize: number;
}

/**
 * Reads the options of the command line.
 *
 * @throws {UsageError} for a wrong value, or without a URL
 */
export function readOptions({ argument: url, options }: Given): Options {
  if (url === undefined) throw new UsageError("Cannot compare without a server: give its URL");
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(
      `The server must be given by its URL, as https://host:port: "${url}" given`,
    );
  }
  const count = { min: 1, max: 1_000_000_000 };
  const runs = integerOf(options, "runs", count);
  const [ca, token, path, record] = ["ca", "token", "path", "record"]
    .map((name) => textOf(options, name));
  return {
    url: url.replace(/\/$/, ""),
    ...(ca && { ca }),
    ...(token && { token }),
    compare: options.has("compare")
      ? listOf(options, "compare").map((word) => choiceOf("compare", word, NAMES))
      : ["requests"],
    ...(runs !== undefined && { runs }),
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

/** The range of fast-check's seeds. */
const SEEDS = { min: -(2 ** 31), max: 2 ** 31 - 1 };

const NAMES = ["requests", ...COMPARISONS.map(({ name }) => name)];

const KINDS = TYPES.map(({ kind }) => kind);

/** Returns the command that reproduces one sequence. */
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
