/**
 * Checks of `/readyz?verbose` and of the parameter `exclude`.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example, property } from "../../check.ts";
import { verifyVerbose } from "./model/verbose.ts";
import type { Scope } from "../../scope.ts";
import { checksAt, getHealth } from "./requests.ts";
import { verify, verifyAll } from "../../verify.ts";

/** Indexes of the checks to exclude, and the order of the query parameters. */
interface Exclusion {
  readonly indexes: readonly number[];
  readonly verboseFirst: boolean;
}

/** Returns an arbitrary of exclusions of `min` to `max` checks. */
function arbitraryExclusion(min: number, max: number): fc.Arbitrary<Exclusion> {
  return fc.record({
    indexes: fc.array(fc.nat(99), { minLength: min, maxLength: max }),
    verboseFirst: fc.boolean(),
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
    run: (scope) => expectVerbose(scope, [], "verbose"),
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

async function exclude(scope: Scope, { indexes, verboseFirst }: Exclusion): Promise<void> {
  const checks = await checksAt(scope, "/readyz");
  const names = checks.map(({ name }) => name);
  const excluded = [...new Set(indexes.map((index) => names[index % names.length]!))];
  scope.note(`${excluded.length} excluded`);
  const exclusions = excluded.map((name) => `exclude=${encodeURIComponent(name)}`);
  const query = verboseFirst ? ["verbose", ...exclusions] : [...exclusions, "verbose"];
  await expectVerbose(scope, excluded, query.join("&"), names);
}

async function expectVerbose(
  scope: Scope,
  excluded: readonly string[],
  query: string,
  known?: readonly string[],
): Promise<void> {
  const { status, text } = await getHealth(scope, "/readyz", query);
  const failures = verifyVerbose(status, text, { excluded, ...(known && { known }) });
  // health/verbose-last-line checks the last line.
  verifyAll(failures.filter(({ requirement }) => requirement !== "health.verbose-last-line"));
}
