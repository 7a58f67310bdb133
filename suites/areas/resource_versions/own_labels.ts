/**
 * Versions that lists bear, sent back at once: they are as good as those of objects.
 *
 * @module
 */
import fc from "fast-check";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Due } from "../../session/reader.ts";
import { Session } from "../../session/session.ts";

/** A case: a past, and which slot's name is selected. */
interface LabelCase {
  readonly past: Population;
  readonly slot: number;
}

const labelCase = () => fc.record({ past: population({ least: 1 }), slot: fc.nat({ max: 3 }) });

/** Lists' own versions. */
export const OWN_LABELS: readonly Check[] = [
  example({
    id: "resource-versions/list-not-older-than-a-list",
    title: "A list's version can be asked for at once, as the oldest that will do",
    requirements: [
      "resource-versions.list-plain-whole-other",
      "resource-versions.list-not-older-whole-other",
    ],
    level: "must",
    // A write of another check's to the same type would hide what is looked for.
    alone: true,
    run: async (scope) => {
      const sessions = RESOURCE_TYPES.map((type) => new Session(scope, type));
      // Each type is written to before another is: most lists bear a version no object of theirs has.
      for (const { writer } of sessions) await writer.create(0);
      await Promise.all(sessions.map(listAgain));
    },
  }),
  property<LabelCase>({
    id: "resource-versions/exact-list-by-name",
    title: "An exact list of one name bears the version of the state it shows",
    requirements: [
      "resource-versions.label-names-state",
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-is-one-state",
    ],
    level: "must",
    // The label that is looked for is only known where nobody else writes.
    alone: true,
    arbitrary: labelCase,
    run: async (scope, { past, slot }) => {
      const session = await populate(scope, past);
      const { reader, at } = session;
      const version = session.remembered(slot);
      if (version === undefined) throw new Discard("no write was answered with a version");
      const place = at.placeOf(slot % past.objects.length);
      const fields = [{ field: "metadata.name", operator: "=", value: place.name }] as const;
      const namespace = place.namespace === undefined ? {} : { namespace: place.namespace };
      await reader.list({ ...namespace, fields }, { version, match: "Exact" }, {
        freshness: { kind: "exact", version },
        cell: "resource-versions.list-exact-whole-other",
      });
      session.verifyReads();
    },
  }),
];

/** Lists, and asks for a list not older than that one. */
async function listAgain(session: Session, index: number): Promise<void> {
  const { reader, at } = session;
  const { pages: [page] } = await reader.list();
  const version = page!.version;
  if (version === undefined) throw new Discard("the list bore no version");
  const freshness = { kind: "not older than", version } as const;
  const plain: Due = { freshness, cell: "resource-versions.list-plain-whole-other" };
  const matched: Due = { freshness, cell: "resource-versions.list-not-older-whole-other" };
  await (index % 2 === 0
    ? reader.list(at.widest(), { version }, plain)
    : reader.list(at.widest(), { version, match: "NotOlderThan" }, matched));
  session.verifyReads();
}
