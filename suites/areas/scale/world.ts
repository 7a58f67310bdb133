/**
 * Collections of thousands of objects: how many of which type, created and changed by several
 * clients at once.
 *
 * @module
 */
import fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { PropertyCheck } from "../../check.ts";
import { Discard } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import { namesOf } from "../../resources/mod.ts";
import type { Session } from "../../session/session.ts";
import { uidOf } from "../../model/object.ts";

/** A collection of one resource type. */
export interface World {
  /** The plural name of the resource type. */
  readonly resource: string;
  /** The number of objects, or of changes. */
  readonly size: number;
}

/** The size if a target has none: the checks are not run without `--scale`. */
const DEFAULT_SIZE = 1_200;

/** One resource type is checked for so many cases per property. */
const RUNS_PER_TYPE = 50;

/** Requests in flight at once. */
const CLIENTS = 16;

/** The milliseconds that the event of the last change may take. */
const PATIENCE = 60_000;

/**
 * What all checks of large collections have in common. Their inputs are a world for each of some
 * resource types, which the seed chooses; they are not shrunk, as each case sends thousands of
 * requests.
 */
export const inLargeCollections: Pick<
  PropertyCheck<World>,
  "needs" | "alone" | "arbitrary" | "caseList"
> = {
  needs: ["own namespaces"],
  alone: true,
  arbitrary: (target): Arbitrary<World> =>
    fc.constantFrom(...namesOf(target)).map((resource) => ({ resource, size: sizeOf(target) })),
  caseList: (target, { seed, runs }) => {
    const names = namesOf(target);
    const count = Math.min(names.length, Math.max(1, Math.floor(runs / RUNS_PER_TYPE)));
    const first = Math.abs(seed) % names.length;
    const inputs = Array.from({ length: count }, (_, index): World => ({
      resource: names[(first + index) % names.length]!,
      size: sizeOf(target),
    }));
    return { inputs };
  },
};

function sizeOf({ scale }: Target): number {
  return scale ?? DEFAULT_SIZE;
}

/** Calls a function for the numbers from `first` to below `end`, for several of them at once. */
export async function together(
  first: number,
  end: number,
  act: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = first;
  const work = async () => {
    while (next < end) await act(next++);
  };
  await Promise.all(Array.from({ length: Math.min(CLIENTS, end - first) }, work));
}

/**
 * Creates the objects of the slots from `first` to below `end`.
 *
 * @throws {Discard} if the target rejects one
 */
export async function createObjects(
  { writer, at }: Session,
  first: number,
  end: number,
): Promise<void> {
  await together(first, end, async (slot) => {
    const { status } = await writer.create(slot);
    if (status < 300) return;
    throw new Discard(`${at.keyOf(slot)} could not be created: the response was ${status}`);
  });
}

/** Changes objects of the slots up to `size`, one after the other: every third change deletes one. */
export async function changeObjects(
  { writer }: Session,
  { size, changes }: { readonly size: number; readonly changes: number },
): Promise<void> {
  const step = Math.max(1, Math.floor(size / changes));
  for (let change = 0; change < changes; change++) {
    const slot = (change * step) % size;
    if (change % 3 === 0) await writer.remove(slot);
    else await writer.mergePatch(slot);
  }
}

/** Creates one more object, and waits until every watch of the session has sent it. */
export async function settle(session: Session, slot: number): Promise<void> {
  await createObjects(session, slot, slot + 1);
  const last = session.writer.known(slot);
  const uid = last && uidOf(last);
  await Promise.all(session.watches.map(({ recorder }) =>
    // A watch of one namespace need not see it.
    recorder.selection.namespace !== undefined &&
      recorder.selection.namespace !== session.at.namespaceOf(slot)
      ? true
      : recorder.waitFor(({ object }) => uid !== undefined && uidOf(object) === uid, PATIENCE)
  ));
}
