/**
 * Gets without `resourceVersion`, with `resourceVersion=0` and with any other one.
 *
 * @module
 */
import fc from "fast-check";
import { populate, type Population, population } from "../../arbitraries/population.ts";
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

/** Objects to create, and which of them to get at which resourceVersion. */
interface GetCase {
  readonly past: Population;
  readonly slot: number;
  readonly version: number;
  readonly form?: ListForm;
}

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
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 1, most: 3, changes: 3 }),
        slot: fc.nat({ max: 2 }),
        version: fc.nat({ max: 5 }),
        form: listForm(),
      }, { requiredKeys: ["past", "slot", "version"] }),
    run: (scope, input) => runGet(scope, form, input),
  })
);

async function runGet(
  scope: Scope,
  form: typeof FORMS[number],
  { past, slot, version, form: accepted }: GetCase,
): Promise<void> {
  const session = await populate(scope, past);
  const named = form.kind === "not older than" ? session.remembered(version) : undefined;
  if (form.kind === "not older than" && named === undefined) {
    throw new Discard("no write returned a resourceVersion");
  }
  const freshness: Freshness = form.kind === "not older than"
    ? { kind: form.kind, version: named! }
    : { kind: form.kind };
  const sent = form.kind === "any" ? "0" : named;
  const read = slot % past.objects.length;
  await session.reader.get(read, sent, { freshness, cell: form.requirement }, accepted);
  session.verifyReads();
}
