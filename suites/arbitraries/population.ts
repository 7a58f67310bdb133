/**
 * A small past for checks of single requests: objects made and changed one after the other, so that
 * the history is what was answered.
 *
 * @module
 */
import fc from "fast-check";
import { resourceVersionOf } from "../model/object.ts";
import { resourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { SLOTS } from "../session/collection.ts";
import { Session } from "../session/session.ts";
import type { Labels } from "../session/writer.ts";
import { labelChange, labels } from "./labels.ts";
import { resourceName } from "./resource_types.ts";

/** A past as it is drawn. */
export interface Population {
  readonly resource: string;
  /** The labels of the objects made, one a slot. */
  readonly objects: readonly Labels[];
  /** What happens to them then. */
  readonly changes: readonly Turn[];
}

/** A write to what is in a slot. */
export interface Turn {
  readonly slot: number;
  readonly verb: "patch" | "delete";
  readonly labels: Labels;
}

/** Which part of a past is drawn. */
export interface PopulationOptions {
  /** @default {2} */
  readonly least?: number;
  /** @default {4} */
  readonly most?: number;
  /** @default {2} */
  readonly changes?: number;
  readonly resource?: fc.Arbitrary<string>;
}

/** Draws a past. */
export function population(options: PopulationOptions = {}): fc.Arbitrary<Population> {
  const { least = 2, most = 4, changes = 2 } = options;
  return fc.record({
    resource: options.resource ?? resourceName(),
    objects: fc.array(labels(), { minLength: least, maxLength: most, size: "max" }),
    changes: turns(changes),
  });
}

/** Draws writes to what is there. */
export function turns(most: number): fc.Arbitrary<Turn[]> {
  return fc.array(turn(), { maxLength: most, size: "max" });
}

/** Draws a write to what is there. */
export function turn(): fc.Arbitrary<Turn> {
  return fc.record({
    slot: fc.nat({ max: SLOTS - 1 }),
    verb: fc.constantFrom("patch" as const, "patch" as const, "delete" as const),
    labels: labelChange(),
  });
}

/** The slots in the order their objects are listed, of those in one namespace or in all. */
export function slotsInOrder({ at }: Session, slots: number, namespace?: string): number[] {
  return Array.from({ length: slots }, (_, slot) => slot)
    .filter((slot) => namespace === undefined || at.namespaceOf(slot) === namespace)
    .toSorted((one, other) => at.keyOf(one) < at.keyOf(other) ? -1 : 1);
}

/** Makes the past in a session without a recorder. */
export async function populate(scope: Scope, drawn: Population): Promise<Session> {
  const session = new Session(scope, resourceType(drawn.resource));
  for (const [slot, labels] of drawn.objects.entries()) {
    await session.writer.create(slot, { labels });
    rememberLast(session);
  }
  await takeTurns(session, drawn.changes, drawn.objects.length);
  return session;
}

/** Writes on: deletes what is there, makes again what is not. */
export async function takeTurns(
  session: Session,
  turns: readonly Turn[],
  slots: number,
): Promise<void> {
  const { writer, at } = session;
  for (const { slot: drawn, verb, labels } of turns) {
    const slot = drawn % Math.max(1, slots);
    const last = writer.writes.findLast((write) => write.key === at.keyOf(slot));
    if (last === undefined || last.verb === "delete") await writer.create(slot, { labels });
    else if (verb === "delete") await writer.remove(slot);
    else await writer.mergePatch(slot, { labels });
    rememberLast(session);
  }
}

function rememberLast(session: Session): void {
  const { object } = session.writer.writes.at(-1)!;
  if (object !== undefined) session.remember(resourceVersionOf(object));
}
