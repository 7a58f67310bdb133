/**
 * The figures of the documentation, computed from the code.
 *
 * @module
 */
import project from "../../deno.json" with { type: "json" };
import { CHECK_OPTIONS } from "@plumbline/cli/check_options";
import { benignVariants, mutants } from "@plumbline/mutants";
import { flagOf, type OptionTable } from "@plumbline/options";
import { HARM_MEANINGS, HARMS } from "@plumbline/reports/harm";
import { type CatalogueEntry, requirementsOf } from "@plumbline/suites/area";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { tried } from "@plumbline/suites/engine/behaviours/tried";
import { type Figures, fill, table } from "./blocks.ts";
import { fillStatements } from "./statements.ts";

const ROOT = new URL("../../", import.meta.url);

/** The folder of the behaviours that runs try. */
const BEHAVIOURS = "suites/engine/behaviours/";

/** The documents with marked places, besides those of `docs/statements/`. */
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/configuration.md",
  "docs/harm.md",
  "mutants/README.md",
  `${BEHAVIOURS}README.md`,
];

/** Returns the texts of all marked places by name. */
async function figures(): Promise<Figures> {
  const requirements = Object.values(requirementsOf(AREAS));
  const unchecked = requirements.filter(({ unchecked }) => unchecked !== undefined).length;
  return {
    "checks": CHECKS.length,
    "properties": CHECKS.filter(({ kind }) => kind === "property").length,
    "requirements": requirements.length,
    "checked-requirements": requirements.length - unchecked,
    "unchecked-requirements": unchecked,
    "mutants": withComma(mutants.length),
    "benign-variants": benignVariants.length,
    "tasks": tasks(),
    "harms": harms(requirements),
    "behaviours": table(
      ["What is explained", "How a case runs without it"],
      tried().map(({ explains, without }) => [explains, without]),
    ),
    "modules of behaviours": table(["Module", "What it has"], await modulesIn(BEHAVIOURS)),
    ...optionTables("check", CHECK_OPTIONS),
  };
}

/** Returns the modules of a folder, each with the first sentence of its documentation. */
async function modulesIn(folder: string): Promise<string[][]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
    if (name.endsWith(".ts") && !/^test_|_test\.ts$/.test(name)) names.push(name);
  }
  return await Promise.all(
    names.sort().map(async (name) => {
      const text = await Deno.readTextFile(new URL(`${folder}${name}`, ROOT));
      const [, comment = ""] = /^\/\*\*\n(.*?)\n \* ?(?:\n|@module)/s.exec(text) ?? [];
      const words = comment.replaceAll(/^ \* ?/gm, "").replaceAll("\n", " ");
      return [`[\`${name}\`](${name})`, words.split(/(?<=\.) (?=[A-Z])/)[0]!];
    }),
  );
}

const withComma = (count: number) => count.toLocaleString("en-US");

/** Returns a table of the tasks in `deno.json`. */
function tasks(): string {
  const rows = Object.entries(project.tasks)
    .map(([name, { description }]) => [`\`${name}\``, description]);
  return table(["Task", "What it does"], rows);
}

/** Returns a table of the kinds of harm, with the number of requirements of each. */
function harms(requirements: readonly CatalogueEntry[]): string {
  const rows = HARMS.map((harm) => [
    `\`${harm}\``,
    `A violation ${HARM_MEANINGS[harm]}.`,
    String(requirements.filter((each) => each.harm === harm).length),
  ]);
  return table(["Harm", "Meaning", "Requirements"], rows);
}

/** Returns a table of options for each heading of a command's help. */
function optionTables(command: string, options: OptionTable): Record<string, string> {
  const groups = Map.groupBy(Object.entries(options), ([, { heading = "Other" }]) => heading);
  return Object.fromEntries(
    [...groups].map(([heading, entries]) => [
      `options of ${command}, ${heading}`,
      table(
        ["Option", "Meaning"],
        entries.map(([name, { placeholder = "", description }]) => [
          `\`${`${flagOf(name)} ${placeholder}`.trim()}\``,
          description,
        ]),
      ),
    ]),
  );
}

/** A document as it is and as it should be. */
export interface Document {
  /** The path from the top folder. */
  readonly path: string;
  readonly actual: string;
  readonly expected: string;
}

/** Reads the documents with figures, and computes what they should be. */
export async function documents(): Promise<Document[]> {
  const known = await figures();
  const columns = {
    Check: CHECKS,
    Mutant: mutants.map(({ id, breaks }) => ({ id, requirements: breaks })),
  };
  const statements: string[] = [];
  for await (const { name } of Deno.readDir(new URL("docs/statements/", ROOT))) {
    if (name.endsWith(".md")) statements.push(`docs/statements/${name}`);
  }
  const filled = async (path: string, change: (text: string) => string): Promise<Document> => {
    const actual = await Deno.readTextFile(new URL(path, ROOT));
    return { path, actual, expected: await format(change(actual)) };
  };
  return await Promise.all([
    ...DOCUMENTS.map((path) => filled(path, (text) => fill(text, known))),
    ...statements.sort().map((path) => filled(path, (text) => fillStatements(text, columns))),
  ]);
}

/** Formats Markdown as `deno fmt` does. */
async function format(text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "-"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(`Cannot format Markdown: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}
