/**
 * The options of the differential run.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { type Action, ACTIONS } from "./step.ts";
import { TYPES } from "./types.ts";

/** How it is used. */
export const USAGE = `deno task differential URL
  --ca FILE         the certificate to trust
  --token TOKEN     the administrator's token [admin-token]
  --requests N      how many requests to compare [10000]
  --seed N          for the same requests again
  --path PATH       with the seed, for one sequence of requests again
  --actions a,b     only these actions
  --kinds a,b       only these kinds
  --ignore a,b      keys of answers that are not compared
  --survey          do not stop at a difference: show one of each kind, unshrunk
  --record FOLDER   keep sequences with the real server's answers
  --record-size KB  as many as fit [350]`;

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
 * Reads the command line.
 *
 * @param args without the program's name
 * @throws TypeError for an option that does not exist, or a value that is none
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ca: { type: "string" },
      token: { type: "string" },
      requests: { type: "string", default: "10000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      path: { type: "string" },
      actions: { type: "string" },
      kinds: { type: "string" },
      ignore: { type: "string", default: "" },
      survey: { type: "boolean", default: false },
      record: { type: "string" },
      "record-size": { type: "string", default: "350" },
    },
  });
  const { ca, token, path, record, survey } = values;
  const [url] = positionals;
  if (!url) throw new TypeError("Cannot compare without a server: give its URL");
  const actions = words(values.actions, "--actions", ACTIONS);
  const kinds = words(values.kinds, "--kinds", TYPES.map(({ kind }) => kind));
  return {
    url: url.replace(/\/$/, ""),
    ...(ca && { ca }),
    ...(token && { token }),
    requests: count(values.requests, "--requests"),
    seed: count(values.seed, "--seed"),
    ...(path && { path }),
    ...(actions && { actions }),
    ...(kinds && { kinds }),
    ignored: values.ignore.split(",").filter(Boolean),
    survey,
    ...(record && { record }),
    recordSize: count(values["record-size"], "--record-size"),
  };
}

function count(text: string, option: string): number {
  const number = Number(text);
  if (text === "" || !Number.isInteger(number)) {
    throw new TypeError(`Cannot read ${option} as it must be a whole number: it is "${text}"`);
  }
  return number;
}

function words<T extends string>(
  text: string | undefined,
  option: string,
  known: readonly T[],
): T[] | undefined {
  return text?.split(",").map((word) => {
    const found = known.find((one) => one === word);
    if (!found) throw new TypeError(`Cannot read ${option}: "${word}" is none of ${known.join()}`);
    return found;
  });
}

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
