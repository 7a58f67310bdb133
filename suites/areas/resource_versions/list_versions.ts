/**
 * Reads at the resourceVersion of a list, and the resourceVersion of an exact list.
 *
 * @module
 */
import fc from "fast-check";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { separateTypesOf, type TypedTarget } from "../../resources/mod.ts";
import type { ReadExpectation } from "../../session/reader.ts";
import { Session } from "../../session/session.ts";

/** Objects to create, and the slots whose names are selected. */
interface ExactListCase {
  readonly past: Population;
  /** Several, as each costs fewer requests than the objects. */
  readonly slots: readonly number[];
}

const exactListCase = (target: TypedTarget) =>
  fc.record({
    past: population({ target, least: 1 }),
    // The number of a slot is that of a resourceVersion, too.
    slots: several(fc.nat({ max: 5 }), 4),
  });

/** Checks of the resourceVersions of lists. */
export const LIST_VERSIONS: readonly Check[] = [
  example({
    id: "resource-versions/list-not-older-than-a-list",
    title: "The resourceVersion of a list can be sent at once as the minimum of the next list",
    requirements: [
      "resource-versions.list-plain-whole-other",
      "resource-versions.list-not-older-whole-other",
    ],
    // A write of another check to the same type would hide the bug that this check looks for.
    alone: true,
    run: async (scope) => {
      const sessions = separateTypesOf(scope.target).map((type) => new Session(scope, type));
      // Write every type before listing, so that most lists have a resourceVersion that none of their
      // objects has.
      for (const { writer } of sessions) await writer.create(0);
      await Promise.all(sessions.map(listAgain));
    },
  }),
  property<ExactListCase>({
    id: "resource-versions/exact-list-by-name",
    title: "An exact list of one name has the resourceVersion of the state it shows",
    requirements: [
      "resource-versions.list-version-names-state",
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-is-one-snapshot",
    ],
    // The list's resourceVersion is only known if no other check writes.
    alone: true,
    share: 0.25,
    arbitrary: exactListCase,
    run: async (scope, { past, slots }) => {
      const session = await populate(scope, past);
      const { reader, at } = session;
      for (const slot of slots) {
        const version = session.remembered(slot);
        if (version === undefined) throw new Discard("no write returned a resourceVersion");
        const key = at.placeOf(slot % past.objects.length);
        const fields = [{ field: "metadata.name", operator: "=", value: key.name }] as const;
        const namespace = key.namespace === undefined ? {} : { namespace: key.namespace };
        await reader.list({ ...namespace, fields }, { version, match: "Exact" }, {
          freshness: { kind: "exact", version },
          cell: "resource-versions.list-exact-whole-other",
        });
      }
      session.verifyReads();
    },
  }),
];

/** Lists, and then requests a list that is not older. */
async function listAgain(session: Session, index: number): Promise<void> {
  const { reader, at } = session;
  const { pages: [page] } = await reader.list();
  const version = page!.version;
  if (version === undefined) throw new Discard("the list has no resourceVersion");
  const freshness = { kind: "not older than", version } as const;
  const plain: ReadExpectation = { freshness, cell: "resource-versions.list-plain-whole-other" };
  const matched: ReadExpectation = {
    freshness,
    cell: "resource-versions.list-not-older-whole-other",
  };
  await (index % 2 === 0
    ? reader.list(at.widest(), { version }, plain)
    : reader.list(at.widest(), { version, match: "NotOlderThan" }, matched));
  session.verifyReads();
}
