/**
 * Gets without `resourceVersion`, with `resourceVersion=0` and with any other one.
 *
 * @module
 */
import fc from "fast-check";
import {
  arbitraryTurn,
  populate,
  type Population,
  population,
  takeTurns,
  type Turn,
} from "../../arbitraries/population.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, Discard, property } from "../../check.ts";
import { listForm } from "../../arbitraries/view.ts";
import type { ListForm } from "../../model/selection.ts";
import type { Freshness } from "../../model/freshness.ts";
import { REQUIREMENTS } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";

/** The requirement and the freshness for each form of `resourceVersion`. */
const FORMS = [
  { requirement: "resource-versions.get-unset-most-recent", kind: "most recent" },
  { requirement: "resource-versions.get-zero-any", kind: "any" },
  { requirement: "resource-versions.get-other-not-older", kind: "not older than" },
] as const;

/** Objects to create, and gets of them. */
interface GetCase {
  readonly past: Population;
  /** Several, as each costs fewer requests than the objects. */
  readonly gets: readonly GeneratedGet[];
}

/** Which object to get, at which resourceVersion, and a write of the same object before. */
interface GeneratedGet {
  readonly write?: Turn;
  readonly slot: number;
  readonly version: number;
  readonly form?: ListForm;
}

/** The gets of a case. */
const PER_CASE = 5;

/** One check per form. */
export const GETS: readonly Check[] = FORMS.map((form) =>
  property<GetCase>({
    id: `resource-versions/${form.requirement.slice("resource-versions.".length)}`,
    title: REQUIREMENTS[form.requirement].statement.replace(/\.$/, ""),
    requirements: [
      form.requirement,
      "resource-versions.object-carries-version",
      "resource-versions.unchanged-keeps-version",
    ],
    share: 0.25,
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 1, most: 3, changes: 3 }),
        gets: several(
          fc.record({
            write: arbitraryTurn(),
            slot: fc.nat({ max: 2 }),
            version: fc.nat({ max: 9 }),
            form: listForm(),
          }, { requiredKeys: ["slot", "version"] }),
          PER_CASE,
        ),
      }),
    run: (scope, input) => runGet(scope, form, input),
  })
);

async function runGet(
  scope: Scope,
  form: typeof FORMS[number],
  { past, gets }: GetCase,
): Promise<void> {
  const session = await populate(scope, past);
  for (const { write, slot, version, form: accepted } of gets) {
    const read = slot % past.objects.length;
    if (write !== undefined) {
      await takeTurns(session, [{ ...write, slot: read }], past.objects.length);
    }
    const named = form.kind === "not older than" ? session.remembered(version) : undefined;
    if (form.kind === "not older than" && named === undefined) {
      throw new Discard("no write returned a resourceVersion");
    }
    const freshness: Freshness = form.kind === "not older than"
      ? { kind: form.kind, version: named! }
      : { kind: form.kind };
    const sent = form.kind === "any" ? "0" : named;
    await session.reader.get(read, sent, { freshness, cell: form.requirement }, accepted);
  }
  session.verifyReads();
}
