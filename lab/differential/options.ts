/**
 * The options of the differential run.
 *
 * @module
 */
import { type Command, flag, type Given, integer, list, path, text } from "@plumbline/options";
import { readUrl, TARGET_OPTIONS, type TargetWords } from "../client/options.ts";
import { KINDS } from "../../fixtures/kind_samples/exchange.ts";
import { COMPARISONS } from "./comparisons.ts";
import { type Action, ACTIONS } from "../requests/sequences/step.ts";
import { SPECIFICATION } from "../requests/kinds/specification.ts";

const COUNT = { min: 1, max: 1_000_000_000 };

const COMPARISON_NAMES = [
  "requests",
  "kinds",
  "definitions",
  ...COMPARISONS.map(({ name }) => name),
];

const OPTIONS = {
  ...TARGET_OPTIONS,
  compare: list(
    "NAME,...",
    `what to compare: requests (default), kinds (the same of all kinds of the release), definitions (the same of 20 generated CustomResourceDefinitions), ${
      COMPARISONS.map(({ name, help }) => `${name} (${help})`).join(", ")
    }`,
    { words: () => COMPARISON_NAMES },
  ),
  requests: integer("requests to compare (default 10000)", COUNT),
  runs: integer("cases of each of the other comparisons", COUNT),
  seed: integer("seed of the generated cases (default: random)", {
    min: -(2 ** 31),
    max: 2 ** 31 - 1,
  }),
  path: text("PATH", "run one sequence of requests, as a difference gives it; needs --seed"),
  actions: list("NAME,...", "compare only these actions", { words: () => ACTIONS }),
  kinds: list("KIND,...", "compare only these kinds", {
    words: () => [...new Set([...SPECIFICATION.map(({ kind }) => kind), ...Object.values(KINDS)])],
  }),
  ignore: list("KEY,...", "keys of responses to ignore"),
  survey: flag("print one difference of each kind instead of stopping at the first"),
  record: path("DIR", "write the responses of the real server to DIR"),
  recordSize: integer("maximum size of a recording in thousands of characters (default 350)", {
    ...COUNT,
    placeholder: "KB",
  }),
};

/** The command. */
export const DIFFERENTIAL_COMMAND: Command<typeof OPTIONS> = {
  name: "differential",
  arguments: ["<URL>"],
  description:
    "Send generated requests to the reference server and to a real one, and compare the responses.",
  options: OPTIONS,
  examples: [
    ["differential https://localhost:6443 --ca ca.crt", "Compare 10,000 requests"],
    [
      "differential https://localhost:6443 --ca ca.crt --seed 42 --kinds Secret,Deployment",
      "Compare the same requests of two kinds again",
    ],
    [
      "differential https://localhost:6443 --ca ca.crt --survey",
      "List the differences instead of stopping at the first",
    ],
  ],
};

/** Options of a run. */
export interface Options extends TargetWords {
  readonly url: string;
  /** Names of the comparisons. */
  readonly compare: readonly string[];
  /** Cases of each comparison but that of requests. */
  readonly runs?: number;
  /** Requests to compare. */
  readonly requests: number;
  readonly seed: number;
  /** fast-check's path to one of the sequences that the seed generates. */
  readonly path?: string;
  readonly actions?: readonly Action[];
  readonly kinds?: readonly string[];
  /** Keys of responses to ignore. */
  readonly ignored: readonly string[];
  /** True to go on after a difference. */
  readonly survey: boolean;
  /** Directory for recorded responses. */
  readonly record?: string;
  /** Maximum size of a recording in thousands of characters. */
  readonly recordSize: number;
}

/**
 * Returns the options of a run.
 *
 * @throws {UsageError} if the argument is not a URL
 */
export function readOptions(
  { arguments: [url = ""], options }: Given<typeof OPTIONS>,
): Options {
  const { compare, requests, seed, ignore, survey, recordSize, ...others } = options;
  return {
    url: readUrl(url),
    compare: compare ?? ["requests"],
    requests: requests ?? 10_000,
    seed: seed ?? Date.now() % 1_000_000,
    ignored: ignore ?? [],
    survey: survey ?? false,
    recordSize: recordSize ?? 350,
    ...others,
  };
}

/** Returns the command that compares one sequence again. */
export function commandOf(options: Options, seed: number, path: string): string {
  const { url, ca, token, kubeconfig, actions, kinds, ignored } = options;
  const list = (name: string, values: readonly string[] = []) =>
    values.length > 0 ? [`${name} ${JSON.stringify(values.join())}`] : [];
  return [
    `deno task differential ${url}`,
    ...(ca ? [`--ca ${ca}`] : []),
    ...(token ? ["--token …"] : []),
    ...(kubeconfig ? [`--kubeconfig ${kubeconfig}`] : []),
    ...list("--actions", actions),
    ...list("--kinds", kinds),
    ...list("--ignore", ignored),
    ...(options.compare.join() === "requests" ? [] : [`--compare ${options.compare.join()}`]),
    `--seed ${seed} --path ${path}`,
  ].join(" ");
}
