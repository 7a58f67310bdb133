/**
 * The verbose form of readiness, and what is left out of it.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example, property } from "../../check.ts";
import { judgeVerbose } from "./model/verbose.ts";
import type { Scope } from "../../scope.ts";
import { throwGravest } from "../../session/violation.ts";
import { askHealth, checksAt } from "./ask.ts";

/** Which checks to exclude, by their places; the last line is judged by a check of its own. */
interface Exclusion {
  readonly places: readonly number[];
  readonly verboseFirst: boolean;
}

/** Exclusions of so many checks at least and at most. */
function exclusion(least: number, most: number): fc.Arbitrary<Exclusion> {
  return fc.record({
    places: fc.array(fc.nat(99), { minLength: least, maxLength: most }),
    verboseFirst: fc.boolean(),
  });
}

/** Checks of the verbose form. */
export const VERBOSE: readonly Check[] = [
  example({
    id: "health/verbose",
    title: "The verbose readiness has a line for each check",
    requirements: [
      "health.verbose-line-per-check",
      "health.verbose-passing-line",
      "health.verbose-each-check-once",
      "health.verbose-agrees-with-status",
    ],
    level: "must",
    run: (scope) => judge(scope, [], "verbose"),
  }),
  example({
    id: "health/verbose-last-line",
    title: "The verbose readiness of a ready server ends with the words of the interface",
    requirements: ["health.verbose-last-line"],
    level: "must",
    run: async (scope) => {
      const { status, text } = await askHealth(scope, "/readyz", "verbose");
      throwGravest(judgeVerbose(status, text, { excluded: [] }));
    },
  }),
  property<Exclusion>({
    id: "health/exclude",
    title: "A check that is excluded is told as such, and no other is",
    requirements: [
      "health.exclude-marks-the-check",
      "health.exclude-leaves-others",
      "health.parameters-combine",
    ],
    level: "must",
    arbitrary: () => exclusion(1, 1),
    run: exclude,
  }),
  property<Exclusion>({
    id: "health/exclude-several",
    title: "Several checks can be excluded at once",
    requirements: ["health.exclude-several"],
    level: "convention",
    arbitrary: () => exclusion(2, 5),
    run: exclude,
  }),
  example({
    id: "health/exclude-unknown",
    title: "To exclude what is not there does no harm",
    requirements: ["health.exclude-unknown-harmless"],
    level: "convention",
    run: async (scope) => {
      const known = (await checksAt(scope, "/readyz")).map(({ name }) => name);
      const { status, text } = await askHealth(scope, "/readyz", "verbose&exclude=plumbline-none");
      const found = judgeVerbose(status, text, { excluded: [], known });
      throwGravest(
        found.filter(({ requirement }) => requirement === "health.exclude-leaves-others")
          .map((each) => ({ ...each, requirement: "health.exclude-unknown-harmless" as const })),
      );
    },
  }),
];

async function exclude(scope: Scope, { places, verboseFirst }: Exclusion): Promise<void> {
  const checks = await checksAt(scope, "/readyz");
  const names = checks.map(({ name }) => name);
  const excluded = [...new Set(places.map((place) => names[place % names.length]!))];
  scope.note(`${excluded.length} excluded`);
  const exclusions = excluded.map((name) => `exclude=${encodeURIComponent(name)}`);
  const query = verboseFirst ? ["verbose", ...exclusions] : [...exclusions, "verbose"];
  await judge(scope, excluded, query.join("&"), names);
}

async function judge(
  scope: Scope,
  excluded: readonly string[],
  query: string,
  known?: readonly string[],
): Promise<void> {
  const { status, text } = await askHealth(scope, "/readyz", query);
  const found = judgeVerbose(status, text, { excluded, ...(known && { known }) });
  throwGravest(found.filter(({ requirement }) => requirement !== "health.verbose-last-line"));
}
