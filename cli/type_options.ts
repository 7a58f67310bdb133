/**
 * The options `--types`, `--type` and `--example`: the resource types of a server to check.
 *
 * @module
 */
import {
  list,
  optionGroup,
  path,
  readTextOf,
  repeatable,
  text,
  UsageError,
  type ValuesOf,
} from "@plumbline/options";
import { safeLine } from "@plumbline/reports/text";
import type { Example, TypeSelection } from "@plumbline/suites/client/type_selection";
import { parseExamples } from "@plumbline/suites/resources/discovered/examples";

/** Options that choose resource types. */
export const TYPE_OPTIONS = optionGroup("Resource types", {
  types: list(
    "NAME,...",
    "check these types that the server lists in place of those of the " +
      "specification: `all`, or names such as widgets.example.com",
    { completes: () => ["all"] },
  ),
  type: repeatable(text("NAME", "check this type, as --types does (repeatable)")),
  example: repeatable(
    path("FILE", "manifest with objects to vary where schemas do not suffice (repeatable)"),
  ),
});

/**
 * Returns the types that the options choose, undefined if they choose none.
 *
 * @throws {UsageError} if examples cannot be read, or are given without types
 */
export async function typeSelectionOf(
  { types = [], type = [], example = [] }: ValuesOf<typeof TYPE_OPTIONS>,
): Promise<TypeSelection | undefined> {
  const names = [...types, ...type];
  if (names.length === 0) {
    if (example.length === 0) return undefined;
    throw new UsageError("Cannot use --example without types. Give --types all or --type NAME.");
  }
  const examples = (await Promise.all(example.map(readExamples))).flat();
  return { names: names.includes("all") ? "all" : names, examples, files: example };
}

async function readExamples(file: string): Promise<Example[]> {
  const text = await readTextOf(file, "the examples");
  try {
    return parseExamples(text);
  } catch (error) {
    const reason = safeLine(error instanceof Error ? error.message : String(error));
    throw new UsageError(`Cannot parse ${file} as YAML: ${reason}`);
  }
}
