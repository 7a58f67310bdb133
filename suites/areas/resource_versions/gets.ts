/**
 * Gets without `resourceVersion`, with `resourceVersion=0` and with any other one.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import {
  arbitraryTurn,
  populate,
  type Population,
  population,
  takeTurns,
  type Turn,
} from "../../arbitraries/population.ts";
import { oneOfEach } from "../../arbitraries/several.ts";
import { type Check, Discard, property } from "../../check.ts";
import { listForm } from "../../arbitraries/view.ts";
import type { ListForm } from "../../model/selection.ts";
import type { Session } from "../../session/session.ts";
import { part } from "../../verify.ts";

/** The requirement of each form of `resourceVersion`, and the freshness that it demands. */
const FORMS = {
  "unset": { cell: "resource-versions.get-unset-most-recent", kind: "most recent" },
  "zero": { cell: "resource-versions.get-zero-any", kind: "any" },
  "other": { cell: "resource-versions.get-other-not-older", kind: "not older than" },
} as const;

const NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];

/** Objects to create, and gets of them. */
interface GetCase {
  readonly past: Population;
  /** Two of each form of `resourceVersion`, in any order. */
  readonly gets: readonly GeneratedGet[];
}

/** Which object to get, at which resourceVersion, and a write of the same object before. */
interface GeneratedGet {
  readonly at: keyof typeof FORMS;
  readonly write?: Turn;
  readonly slot: number;
  readonly version: number;
  readonly form?: ListForm;
}

/** Checks of gets. */
export const GETS: readonly Check[] = [
  property<GetCase>({
    id: "resource-versions/gets",
    title: "A get shows a state as new as its `resourceVersion` asks for",
    requirements: [
      "resource-versions.get-unset-most-recent",
      "resource-versions.get-zero-any",
      "resource-versions.get-other-not-older",
      "resource-versions.object-carries-version",
      "resource-versions.unchanged-keeps-version",
    ],
    share: 0.25,
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 1, most: 3, changes: 3 }),
        gets: fc.record({
          all: oneOfEach([...NAMES, ...NAMES].map(arbitraryGet)),
          order: fc.nat(),
        }).map(({ all, order }) => shuffled(all, order)),
      }),
    run: async (scope, { past, gets }) => {
      const session = await populate(scope, past);
      for (const get of gets) {
        await part(FORMS[get.at].cell, () => runGet(session, get, past.objects.length));
      }
      session.verifyReads();
    },
  }),
];

function arbitraryGet(at: keyof typeof FORMS): fc.Arbitrary<GeneratedGet> {
  return fc.record({
    at: fc.constant(at),
    write: arbitraryTurn(),
    slot: fc.nat({ max: 2 }),
    version: fc.nat({ max: 9 }),
    form: listForm(),
  }, { requiredKeys: ["at", "slot", "version"] });
}

/** Sends a get of one of so many objects, behind its write. */
async function runGet(session: Session, get: GeneratedGet, size: number): Promise<void> {
  const { at, write, slot, version, form } = get;
  const { cell, kind } = FORMS[at];
  const read = slot % size;
  if (write !== undefined) await takeTurns(session, [{ ...write, slot: read }], size);
  if (kind !== "not older than") {
    const sent = at === "zero" ? "0" : undefined;
    await session.reader.get(read, sent, { freshness: { kind }, cell }, form);
    return;
  }
  const named = session.remembered(version);
  if (named === undefined) throw new Discard("no write returned a resourceVersion");
  await session.reader.get(read, named, { freshness: { kind, version: named }, cell }, form);
}
