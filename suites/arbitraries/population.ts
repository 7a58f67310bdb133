/**
 * Arbitraries of initial objects, written sequentially, so that the responses are the history.
 *
 * @module
 */
import fc from "fast-check";
import { resourceVersionOf } from "../model/object.ts";
import { type TypedTarget, typeNamed } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { SLOTS } from "../session/collection.ts";
import { Session } from "../session/session.ts";
import type { Labels } from "../session/writer.ts";
import { labelChange, labels } from "./labels.ts";
import { resourceName } from "./resource_types.ts";

/** Initial objects, as they are generated. */
export interface Population {
  readonly resource: string;
  /** The labels of the objects, one per slot. */
  readonly objects: readonly Labels[];
  /** The changes after they are created. */
  readonly changes: readonly Turn[];
}

/** A write to the object of a slot. */
export interface Turn {
  readonly slot: number;
  readonly verb: "patch" | "delete";
  readonly labels: Labels;
  /** How a patch is written. @default {"merge-patch"} */
  readonly form?: TurnForm;
}

/** Forms of a change; of types without one, a status is as good as a merge patch. */
type TurnForm = typeof TURN_FORMS[number];

const TURN_FORMS = ["merge-patch", "update", "strategic-merge-patch", "status"] as const;

/** Options of the arbitrary. */
export interface PopulationOptions {
  /** @default {2} */
  readonly least?: number;
  /** @default {4} */
  readonly most?: number;
  /** @default {2} */
  readonly changes?: number;
  readonly resource?: fc.Arbitrary<string>;
  /** The target, whose types are generated. @default {the types of the API} */
  readonly target?: TypedTarget;
}

/** Returns an arbitrary of initial objects. */
export function population(options: PopulationOptions = {}): fc.Arbitrary<Population> {
  const { least = 2, most = 4, changes = 2 } = options;
  return fc.record({
    resource: options.resource ?? resourceName(options.target),
    objects: fc.array(labels(), { minLength: least, maxLength: most, size: "max" }),
    changes: turns(changes),
  });
}

/** Returns an arbitrary of more objects than most clients create, with names of two digits. */
export function manyObjects(target: TypedTarget = {}): fc.Arbitrary<Population> {
  return population({ target, least: 12, most: 24, changes: 1 });
}

/** Returns an arbitrary of writes to these objects. */
export function turns(most: number): fc.Arbitrary<Turn[]> {
  return fc.array(arbitraryTurn(), { maxLength: most, size: "max" });
}

/** Returns an arbitrary of a write to one of these objects. */
export function arbitraryTurn(): fc.Arbitrary<Turn> {
  return fc.record({
    slot: fc.nat({ max: SLOTS - 1 }),
    verb: fc.constantFrom("patch" as const, "patch" as const, "delete" as const),
    labels: labelChange(),
    form: fc.constantFrom(...TURN_FORMS),
  });
}

/** Returns the slots in the order in which their objects are listed, of one namespace or all. */
export function slotsInOrder({ at }: Session, slots: number, namespace?: string): number[] {
  return Array.from({ length: slots }, (_, slot) => slot)
    .filter((slot) => namespace === undefined || at.namespaceOf(slot) === namespace)
    .toSorted((one, other) => at.keyOf(one) < at.keyOf(other) ? -1 : 1);
}

/** Creates the objects in a session without a recorder, and returns it. */
export async function populate(scope: Scope, generated: Population): Promise<Session> {
  const session = new Session(scope, typeNamed(scope.target, generated.resource));
  for (const [slot, labels] of generated.objects.entries()) {
    await session.writer.create(slot, { labels });
    rememberLast(session);
  }
  await takeTurns(session, generated.changes, generated.objects.length);
  return session;
}

/** Continues to write: changes and deletes objects, creates missing ones again. */
export async function takeTurns(
  session: Session,
  turns: readonly Turn[],
  slots: number,
): Promise<void> {
  const { writer, at } = session;
  for (const { slot: index, verb, labels, form } of turns) {
    const slot = index % Math.max(1, slots);
    const last = writer.writes.findLast((write) => write.key === at.keyOf(slot));
    if (last === undefined || last.verb === "delete") await writer.create(slot, { labels });
    else if (verb === "delete") await writer.remove(slot);
    else await change(session, slot, labels, form);
    rememberLast(session);
  }
}

function change(
  { writer, at }: Session,
  slot: number,
  labels: Labels,
  form: TurnForm = "merge-patch",
): Promise<unknown> {
  switch (form) {
    case "update":
      return writer.update(slot, { labels });
    case "strategic-merge-patch":
      return writer.strategicPatch(slot, { labels });
    case "status":
      // Every second one has the version that it starts from.
      return at.type.resource === "deployments"
        ? writer.writeStatus(slot, slot % 2 === 0 ? "update" : "merge-patch")
        : writer.mergePatch(slot, { labels });
    default:
      return writer.mergePatch(slot, { labels });
  }
}

function rememberLast(session: Session): void {
  const { object } = session.writer.writes.at(-1)!;
  if (object !== undefined) session.remember(resourceVersionOf(object));
}
