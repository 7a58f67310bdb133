/**
 * Deletions that finalizers hold up.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { apply } from "../apply/apply_request.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { metadataOf, nameOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { describeAnswer, expectRefusal, expectSuccess } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";

/** The ways to write the list of finalizers. */
const FORMS = ["update", "merge patch", "json patch"] as const;

type Form = typeof FORMS[number];

interface FinalizerCase {
  readonly resource: string;
  /** How many finalizers there are. */
  readonly count: number;
  /** What the deletion says of dependents, of which there are none. */
  readonly policy: "none" | "Background";
  /** Before each is taken away: write something else, ask again, or put the list in reverse. */
  readonly steps: readonly {
    readonly form: Form;
    /** Which of those that are left. */
    readonly which: number;
    readonly before: "nothing" | "write" | "apply" | "delete again" | "reverse";
  }[];
}

const form = () => fc.constantFrom<Form>(...FORMS);

const finalizer = (index: number) => `plumbline.invalid/hold-${index}`;

/** Finalizers. */
export const FINALIZERS: readonly Check[] = [
  property<FinalizerCase>({
    id: "lifecycle/finalizers",
    title: "An object that is deleted waits until its finalizers are taken away, in any order",
    requirements: [
      "lifecycle.live-has-no-deletion-time",
      "lifecycle.delete-answers-success",
      "lifecycle.held-is-finalizing",
      "lifecycle.finalizing-can-be-read",
      "lifecycle.deletion-time-stays",
      "lifecycle.stays-until-list-is-empty",
      "lifecycle.any-order",
      "lifecycle.can-be-reordered",
      "lifecycle.removed-when-list-is-empty",
      "lifecycle.name-taken-while-finalizing",
      "lifecycle.name-free-after-removal",
    ],
    level: "must",
    arbitrary: () =>
      fc.integer({ min: 1, max: 3 }).chain((count) =>
        fc.record({
          resource: resourceName(),
          count: fc.constant(count),
          policy: fc.constantFrom("none", "none", "Background"),
          steps: fc.array(
            fc.record({
              form: form(),
              which: fc.nat({ max: 2 }),
              before: fc.constantFrom("nothing", "write", "apply", "delete again", "reverse"),
            }),
            { minLength: count, maxLength: count },
          ),
        })
      ) as fc.Arbitrary<FinalizerCase>,
    run: async (scope, { resource, count, policy, steps }) => {
      const objects = new Objects(scope, resourceType(resource));
      let left = Array.from({ length: count }, (_, index) => finalizer(index));
      const made = await objects.create(objects.make("object", { finalizers: left }));
      expectTime("lifecycle.live-has-no-deletion-time", made, undefined);
      const said = policy === "none" ? {} : { query: { propagationPolicy: policy } };
      expectDeleted(await objects.remove(made, said));
      await expectThere("lifecycle.stays-until-list-is-empty", objects, made);
      const marked = await expectListed("lifecycle.finalizing-can-be-read", objects, made);
      const time = metadataOf(marked).deletionTimestamp;
      if (typeof time !== "string") {
        const facts = { expected: "a deletionTimestamp", actual: `${time}` };
        throw new Violation("lifecycle.held-is-finalizing", facts);
      }
      expectRefusal(
        "lifecycle.name-taken-while-finalizing",
        await objects.post(objects.make("object")),
      );
      for (const { form, which, before } of steps) {
        if (before === "reverse") {
          left = left.toReversed();
          await expectThere("lifecycle.stays-until-list-is-empty", objects, made);
          const answer = await writeFinalizers(objects, made, left, form);
          expectCarriedOut("lifecycle.can-be-reordered", answer);
        } else if (before === "write") {
          await objects.patch(made, { metadata: { annotations: { [`n${left.length}`]: "" } } });
        } else if (before === "apply") {
          await applyAnnotation(objects, made, `n${left.length}`);
        } else if (before === "delete again") {
          expectDeleted(await objects.remove(made, said));
        }
        const now = await expectThere("lifecycle.stays-until-list-is-empty", objects, made);
        expectTime("lifecycle.deletion-time-stays", now, time);
        left = left.filter((_, index) => index !== which % left.length);
        const answer = await writeFinalizers(objects, made, left, form);
        expectCarriedOut("lifecycle.any-order", answer);
      }
      const after = await objects.read(made);
      if (after !== undefined) {
        const facts = { expected: "404", actual: `${nameOf(after)} is still there` };
        throw new Violation("lifecycle.removed-when-list-is-empty", facts);
      }
      const again = await objects.post(objects.make("object"));
      expectCarriedOut("lifecycle.name-free-after-removal", again);
      if (uidOf(accepted(again, "")) !== uidOf(made)) return;
      const facts = { expected: "a new uid", actual: `${uidOf(made)}` };
      throw new Violation("lifecycle.name-free-after-removal", facts);
    },
  }),
  property<{ resource: string; form: Form; exchanged: boolean }>({
    id: "lifecycle/no-new-finalizers",
    title: "An object that is being deleted gets no further finalizer, other changes go on",
    requirements: ["lifecycle.no-new-finalizers", "lifecycle.finalizing-can-be-changed"],
    level: "convention",
    arbitrary: () => fc.record({ resource: resourceName(), form: form(), exchanged: fc.boolean() }),
    run: async (scope, { resource, form, exchanged }) => {
      const objects = new Objects(scope, resourceType(resource));
      const held = [finalizer(0)];
      const made = await objects.create(objects.make("object", { finalizers: held }));
      accepted(await objects.remove(made), "the deletion was refused");
      const kept = exchanged ? [] : held;
      const more = await writeFinalizers(objects, made, [...kept, finalizer(1)], form);
      expectRefusal("lifecycle.no-new-finalizers", more);
      const changed = await objects.patch(made, { metadata: { labels: { changed: "yes" } } });
      expectCarriedOut("lifecycle.finalizing-can-be-changed", changed);
    },
  }),
  example({
    id: "lifecycle/deleted-again-later",
    title: "The time of a deletion stays when it is asked for again in another second",
    requirements: ["lifecycle.deletion-time-stays"],
    level: "must",
    run: async (scope) => {
      const held = [];
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object", { finalizers: [finalizer(0)] }));
        accepted(await objects.remove(made), "the deletion was refused");
        const marked = await expectThere("lifecycle.stays-until-list-is-empty", objects, made);
        held.push({ objects, made, time: textOf(metadataOf(marked).deletionTimestamp) });
      }
      const { objects, time } = held.at(-1)!;
      await timePasses(objects, time);
      for (const { objects, made, time } of held) {
        await objects.remove(made);
        const now = await expectThere("lifecycle.stays-until-list-is-empty", objects, made);
        expectTime("lifecycle.deletion-time-stays", now, time);
      }
    },
  }),
  example({
    id: "lifecycle/finalizers-of-the-live",
    title: "Emptying the finalizers of a live object leaves it there",
    requirements: ["lifecycle.finalizers-of-the-live"],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        for (const form of FORMS) {
          const made = await objects.create(objects.make(form, { finalizers: [finalizer(0)] }));
          accepted(await writeFinalizers(objects, made, [], form), `the ${form} was refused`);
          const now = await expectThere("lifecycle.finalizers-of-the-live", objects, made);
          expectTime("lifecycle.live-has-no-deletion-time", now, undefined);
        }
      }
    },
  }),
  example({
    id: "lifecycle/unqualified-finalizer",
    title: "A finalizer without a domain is refused",
    requirements: ["lifecycle.unqualified-finalizer-refused"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const id = "lifecycle.unqualified-finalizer-refused";
        const finalizers = [finalizer(0), "unqualified"];
        expectRefusal(id, await objects.post(objects.make("object", { finalizers })));
        const made = await objects.create(objects.make("object"));
        expectRefusal(id, await objects.patch(made, { metadata: { finalizers } }));
      }
    },
  }),
  example({
    id: "lifecycle/held-delete-answers-status",
    title: "The deletion of an object with finalizers is answered with a Status",
    requirements: ["lifecycle.held-delete-answers-status"],
    level: "must",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        const objects = new Objects(scope, type);
        const made = await objects.create(objects.make("object", { finalizers: [finalizer(0)] }));
        const answer = accepted(await objects.remove(made), "the deletion was refused");
        if (answer.kind === "Status") continue;
        throw new Violation("lifecycle.held-delete-answers-status", {
          expected: "a Status",
          actual: `${answer.kind}`,
        });
      }
    },
  }),
];

/** Milliseconds within which a target's clock is expected to go on by a second. */
const PATIENCE = 5_000;

/** Waits until the target's clock, which tells whole seconds, shows a later time than this one. */
async function timePasses(objects: Objects, time: string | undefined): Promise<void> {
  if (time === undefined) throw new Discard("no deletionTimestamp is told");
  const deadline = performance.now() + PATIENCE;
  for (let count = 0; performance.now() < deadline; count++) {
    const later = await objects.create(objects.make(`later-${count}`));
    if (Date.parse(String(metadataOf(later).creationTimestamp)) > Date.parse(time)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Discard("the target's clock stands still");
}

function textOf(json: unknown): string | undefined {
  return typeof json === "string" ? json : undefined;
}

function writeFinalizers(
  objects: Objects,
  object: JsonObject,
  finalizers: string[],
  form: Form,
): Promise<HttpResponse> {
  if (form === "merge patch") return objects.patch(object, { metadata: { finalizers } });
  if (form === "json patch") {
    const operation = { op: "replace", path: "/metadata/finalizers", value: finalizers };
    return objects.patch(object, [operation], "json-patch");
  }
  const { resourceVersion: _version, ...metadata } = metadataOf(object);
  return objects.put({ ...object, metadata: { ...metadata, finalizers } });
}

/** Applies an annotation; who knows no apply leaves the object as it is. */
async function applyAnnotation(objects: Objects, object: JsonObject, key: string): Promise<void> {
  const { apiVersion = "", kind = "" } = object;
  const metadata = { name: nameOf(object), annotations: { [key]: "" } };
  const query = { fieldManager: "plumbline" };
  await apply(objects, object, query, { apiVersion, kind, metadata });
}

async function expectThere(
  id: RequirementId,
  objects: Objects,
  object: JsonObject,
): Promise<JsonObject> {
  const found = await objects.read(object);
  const name = nameOf(object);
  if (found === undefined) throw new Violation(id, { expected: `${name} there`, actual: "404" });
  return found;
}

async function expectListed(
  id: RequirementId,
  objects: Objects,
  object: JsonObject,
): Promise<JsonObject> {
  const found = await expectThere(id, objects, object);
  const listed = await objects.list(object);
  if (listed.some((each) => uidOf(each) === uidOf(object))) return found;
  throw new Violation(id, { expected: `${nameOf(object)} in the list`, actual: "not in it" });
}

function expectTime(id: RequirementId, object: JsonObject, due: string | undefined): void {
  const actual = metadataOf(object).deletionTimestamp ?? undefined;
  if (actual === due) return;
  const expected = due ?? "no deletionTimestamp";
  throw new Violation(id, { expected, actual: `${actual ?? "none"}` });
}

function expectDeleted(answer: HttpResponse): void {
  expectCarriedOut("lifecycle.delete-answers-success", answer);
  if (answer.status === 200 || answer.status === 202) return;
  const facts = { expected: "200 or 202", actual: describeAnswer(answer) };
  throw new Violation("lifecycle.delete-answers-success", facts);
}

function expectCarriedOut(id: RequirementId, answer: HttpResponse): void {
  if (answer.status >= 500) throw new Discard(`the target broke: ${describeAnswer(answer)}`);
  expectSuccess(id, answer);
}
