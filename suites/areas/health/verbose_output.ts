/**
 * Checks of `/readyz?verbose` and of the parameter `exclude`.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example, property } from "../../check.ts";
import type { Discrepancy } from "../../model/discrepancy.ts";
import { verifyVerbose } from "./model/verbose.ts";
import type { Scope } from "../../scope.ts";
import { checksAt, getHealth } from "./requests.ts";
import { verify, verifyAll } from "../../verify.ts";

/** Indexes of the checks to exclude, and the order of the query parameters. */
interface Exclusion {
  readonly indexes: readonly number[];
  readonly verboseFirst: boolean;
  /** Values of further `exclude` parameters that exclude nothing more. */
  readonly idle: readonly Idle[];
}

/** What excludes nothing: the name of no check, no name, or one that is excluded already. */
type Idle = "unknown" | "empty" | "again";

/** Returns an arbitrary of exclusions of `min` to `max` checks. */
function arbitraryExclusion(min: number, max: number): fc.Arbitrary<Exclusion> {
  return fc.record({
    indexes: fc.array(fc.nat(99), { minLength: min, maxLength: max }),
    verboseFirst: fc.boolean(),
    idle: fc.subarray<Idle>(["unknown", "empty", "again"]),
  });
}

/** Checks of the verbose output. */
export const VERBOSE_CHECKS: readonly Check[] = [
  example({
    id: "health/verbose",
    title: "`/readyz?verbose` lists each check once, in the documented form",
    requirements: [
      "health.verbose-line-per-check",
      "health.verbose-passing-line",
      "health.verbose-each-check-once",
      "health.verbose-agrees-with-status",
    ],
    run: async (scope) => {
      const { status, text } = await getHealth(scope, "/readyz", "verbose");
      verifyAll(withoutLastLine(verifyVerbose(status, text, { excluded: [] })));
    },
  }),
  example({
    id: "health/verbose-last-line",
    title: "`/readyz?verbose` of a ready server ends with `healthz check passed`",
    requirements: ["health.verbose-last-line"],
    run: async (scope) => {
      const { status, text } = await getHealth(scope, "/readyz", "verbose");
      verifyAll(verifyVerbose(status, text, { excluded: [] }));
    },
  }),
  property<Exclusion>({
    id: "health/exclude",
    title: "`exclude` marks the named check as excluded and leaves all others unchanged",
    requirements: [
      "health.exclude-marks-the-check",
      "health.exclude-leaves-others",
      "health.parameters-combine",
    ],
    arbitrary: () => arbitraryExclusion(1, 1),
    run: exclude,
  }),
  property<Exclusion>({
    id: "health/exclude-several",
    title: "Several `exclude` parameters exclude several checks",
    requirements: ["health.exclude-several"],
    arbitrary: () => arbitraryExclusion(2, 5),
    run: exclude,
  }),
  example({
    id: "health/exclude-unknown",
    title: "Excluding an unknown check has no effect but a warning",
    requirements: ["health.exclude-unknown-harmless", "health.exclude-unknown-named"],
    run: async (scope) => {
      const known = (await checksAt(scope, "/readyz")).map(({ name }) => name);
      const { status, text } = await getHealth(scope, "/readyz", "verbose&exclude=plumbline-none");
      const failures = verifyVerbose(status, text, { excluded: [], known });
      verifyAll(
        failures.filter(({ requirement }) => requirement === "health.exclude-leaves-others")
          .map((each) => ({ ...each, requirement: "health.exclude-unknown-harmless" as const })),
      );
      const { status: plural, text: both } = await getHealth(
        scope,
        "/readyz",
        "verbose&exclude=plumbline-none&exclude=plumbline-neither",
      );
      const lines = both.split("\n").filter((line) => line.startsWith("warn"));
      const named = ["plumbline-none", "plumbline-neither"].every((name) =>
        lines.some((line) => line.includes(`"${name}"`))
      );
      verify("health.exclude-unknown-named", {
        holds: plural !== 200 || named,
        expected: 'a line with warn: that names "plumbline-none" and "plumbline-neither"',
        actual: both,
      });
    },
  }),
];

async function exclude(scope: Scope, { indexes, verboseFirst, idle }: Exclusion): Promise<void> {
  const checks = await checksAt(scope, "/readyz");
  const names = checks.map(({ name }) => name);
  const excluded = [...new Set(indexes.map((index) => names[index % names.length]!))];
  scope.note(`${excluded.length} excluded`);
  const others = idle.map((each) =>
    each === "unknown" ? "plumbline-none" : each === "empty" ? "" : excluded[0]!
  );
  // Half of them before the names, half behind.
  const values = others.length % 2 === 0 ? [...excluded, ...others] : [...others, ...excluded];
  const exclusions = values.map((name) => `exclude=${encodeURIComponent(name)}`);
  const query = verboseFirst ? ["verbose", ...exclusions] : [...exclusions, "verbose"];
  const { status, text } = await getHealth(scope, "/readyz", query.join("&"));
  // A server may warn of names that are none of its checks.
  const lines = others.length === 0
    ? text
    : text.split("\n").filter((line) => !line.startsWith("warn")).join("\n");
  verifyAll(withoutLastLine(verifyVerbose(status, lines, { excluded, known: names })));
}

/** `health/verbose-last-line` checks the last line. */
const withoutLastLine = (failures: readonly Discrepancy[]): Discrepancy[] =>
  failures.filter(({ requirement }) => requirement !== "health.verbose-last-line");
