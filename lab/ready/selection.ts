/**
 * Selects what a change needs to be checked with.
 *
 * @module
 */
import { dependentsOf, type Graph } from "./graph.ts";

/** Tests of the repository as a whole, which depend on every file. */
const OF_ALL_FILES = ["architecture_test.ts", "language_test.ts"];

/** Test files that take more than ten seconds each, which therefore run last. */
export const LONG_TESTS = [
  "consumer_test.ts",
  "discovered_types_test.ts",
  "hostile_test.ts",
  "limits_test.ts",
  "matrix/mod_test.ts",
  "cli/matrix_test.ts",
  "nemesis/run_test.ts",
  "source/rules_test.ts",
  "source/run_test.ts",
];

/**
 * Returns the test files to run, those nearest to the change first, and long ones last.
 *
 * A changed file that no module names, such as a recorded response that a test finds by listing its
 * folder, selects the tests of the nearest folder that has any.
 *
 * @param changed paths of the files that were added or modified
 * @param graph the graph of modules
 * @param files paths of all files
 */
export function selectTests(
  changed: readonly string[],
  graph: Graph,
  files: readonly string[],
): string[] {
  const tests = files.filter((path) => path.endsWith("_test.ts") && !path.startsWith("clients/"));
  const distances = dependentsOf(changed, graph);
  const named = new Set([...graph.values()].flatMap((targets) => [...targets]));
  const unnamed = changed.filter((path) => !graph.has(path) && !named.has(path));
  const nearby = new Set(unnamed.flatMap((path) => testsBeside(path, tests)));
  const distanceOf = (path: string) =>
    OF_ALL_FILES.includes(path) ? -1 : distances.get(path) ?? (nearby.has(path) ? 1 : Infinity);
  const isLong = (path: string) => LONG_TESTS.some((name) => `/${path}`.endsWith(`/${name}`));
  const selected = tests.filter((path) => changed.length > 0 && distanceOf(path) < Infinity)
    .sort((a, b) => distanceOf(a) - distanceOf(b));
  return [...selected.filter((path) => !isLong(path)), ...selected.filter(isLong)];
}

/** Returns the tests of the nearest folder that has any, subfolders included; not of the top. */
function testsBeside(path: string, tests: readonly string[]): string[] {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder.slice(0, -1))) {
    const beside = tests.filter((test) => test.startsWith(folder));
    if (beside.length > 0) return beside;
  }
  return [];
}

/** Returns the path of the folder of a file, with a slash at its end. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** Returns the areas whose checks or seeded bugs changed. */
export function areasOf(changed: readonly string[]): string[] {
  const areas = changed.flatMap((path) => {
    const [, folder] = /(?:^|\/)areas\/(\w+)\//.exec(path) ?? [];
    return folder === undefined ? [] : [folder.replaceAll("_", "-")];
  });
  return [...new Set(areas)].sort();
}
