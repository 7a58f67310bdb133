/**
 * Reads the options of `check` from the environment, for test runners, which have a command line of
 * their own.
 *
 * @module
 */
import { nearestWord } from "@plumbline/runtime/nearest_word";
import { flagOf, UsageError } from "@plumbline/options";
import { CHECK_OPTIONS } from "../check/options.ts";

/** Options of `check` that do not make sense in tests: they run no checks, one case, or a page. */
const LEFT_OUT: readonly (keyof typeof CHECK_OPTIONS)[] = [
  ...([
    "list",
    "json",
    "plan",
    "path",
    "replayPath",
    "replay",
    "hunt",
    "repeat",
    "nemesis",
  ] as const),
  ...(["curl", "failOn", "acceptUnjudged", "baseline", "ui", "uiPort", "plain", "bail"] as const),
];

const PREFIX = "TARGET_";

/** Returns the variable of an option: `TARGET_SUITE_MODULE` for `suiteModule`. */
const variableOf = (name: string): string =>
  PREFIX + flagOf(name).slice(2).replaceAll("-", "_").toUpperCase();

/** The options that have a variable, by it. */
export const VARIABLES: ReadonlyMap<string, string> = new Map(
  Object.keys(CHECK_OPTIONS).filter((name) => !LEFT_OUT.some((one) => one === name))
    .map((name) => [variableOf(name), name]),
);

/** The variable of the URL, which is no option. */
const URL_VARIABLE = `${PREFIX}URL`;

/**
 * Returns the words of a command line of `check`.
 *
 * @param env the environment
 * @param config the configuration file to use if none is named
 * @throws {UsageError} for a variable that is misspelled, or a flag that is neither true nor false
 */
export function wordsOf(
  env: Readonly<Record<string, string | undefined>>,
  config?: string,
): readonly string[] {
  const names = [URL_VARIABLE, ...VARIABLES.keys()];
  const words: string[] = [];
  for (const [variable, text = ""] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text === "") continue;
    const name = VARIABLES.get(variable);
    if (variable === URL_VARIABLE) words.unshift(text);
    else if (name !== undefined) words.push(...wordsOfOption(name, variable, text));
    else {
      // A variable of another program may begin like ours.
      const nearest = nearestWord(variable.slice(PREFIX.length), names.map(withoutPrefix));
      if (nearest === undefined) continue;
      throw new UsageError(`Unknown variable ${variable}. Did you mean ${PREFIX}${nearest}?`);
    }
  }
  if (config !== undefined && !words.includes("--config")) words.push("--config", config);
  return words;
}

const withoutPrefix = (variable: string): string => variable.slice(PREFIX.length);

function wordsOfOption(name: string, variable: string, text: string): readonly string[] {
  const { placeholder, isRepeatable, isList } = CHECK_OPTIONS[name as keyof typeof CHECK_OPTIONS];
  const flag = flagOf(name);
  if (placeholder === undefined) {
    if (text === "true" || text === "1") return [flag];
    if (text === "false" || text === "0") return [];
    throw new UsageError(`Cannot use ${variable} "${text}". Give true or false.`);
  }
  const values = isRepeatable && !isList ? text.split(",") : [text];
  return values.flatMap((value) => [flag, value.trim()]);
}
