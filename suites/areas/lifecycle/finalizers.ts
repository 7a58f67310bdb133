/**
 * Deletion of objects with finalizers.
 *
 * @module
 */
import fc from "fast-check";
import { combinations } from "../../arbitraries/combinations.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { asObject, metadataOf, nameOf, uidOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { namesOf, typeNamed, typesOf } from "../../resources/mod.ts";
import { hasOperation } from "../../session/operations.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import {
  describeResponse,
  expectError,
  expectStatus,
  expectSuccess,
} from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { anError, anObject, anObjectWith, forEveryType } from "../../session/for_every_type.ts";
import { skip, stopUnless, verify } from "../../verify.ts";

/** The actions before a finalizer is removed, none of which removes the object. */
const BEFORE = [
  "nothing",
  "write",
  "apply",
  "delete again",
  "delete the collection",
  "reverse",
] as const;

const DELETE_OPTIONS: JsonObject = { kind: "DeleteOptions", apiVersion: "v1" };

/** Options of a deletion that finalizers outlast, as parameters and in a body. */
const OPTIONS = {
  "none": {},
  "a policy": { query: { propagationPolicy: "Background" } },
  "a policy in the body": { body: { ...DELETE_OPTIONS, propagationPolicy: "Background" } },
  "no grace": { query: { gracePeriodSeconds: "0" } },
  "no grace in the body": { body: { ...DELETE_OPTIONS, gracePeriodSeconds: 0 } },
  "empty options": { body: DELETE_OPTIONS },
} as const satisfies Record<string, Pick<HttpRequest, "query" | "body">>;

const OPTION_WORDS = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

interface FinalizerCase {
  readonly resource: string;
  /** The number of finalizers. */
  readonly count: number;
  /** The options of the deletion, none of which lets the object go at once; it has no dependents. */
  readonly options: keyof typeof OPTIONS;
  /** The removal of each finalizer, and an action before it. */
  readonly steps: readonly {
    readonly form: WriteForm;
    /** The index among the finalizers that are left. */
    readonly which: number;
    readonly before: typeof BEFORE[number];
  }[];
}

const formsOn = ({ lacks = [] }: Pick<Target, "lacks">) =>
  WRITE_FORMS.filter((form) => supports({ lacks }, form));

const finalizer = (index: number) => `plumbline.invalid/finalizer-${index}`;

/** Expects the finalizers of the check in the order in which they were written; a server may add some. */
async function expectOrder(
  objects: Objects,
  created: JsonObject,
  expected: readonly string[],
): Promise<void> {
  const { finalizers } = metadataOf(await objects.read(created) ?? {});
  const actual = (Array.isArray(finalizers) ? finalizers : []).filter((name) =>
    typeof name === "string" && expected.includes(name)
  );
  verify("lifecycle.finalizers-can-be-reordered", { expected: [...expected], actual });
}

/** Checks of finalizers. */
export const FINALIZERS: readonly Check[] = [
  property<FinalizerCase>({
    id: "lifecycle/finalizers",
    version: 4,
    share: 0.6,
    title: "A deleted object waits until its finalizers are removed, in any order",
    requirements: [
      "lifecycle.live-has-no-deletion-time",
      "lifecycle.delete-answers-success",
      "lifecycle.delete-sets-deletion-timestamp",
      "lifecycle.finalizing-can-be-read",
      "lifecycle.deletion-time-stays",
      "lifecycle.stays-until-finalizers-are-empty",
      "lifecycle.finalizers-in-any-order",
      "lifecycle.finalizers-can-be-reordered",
      "lifecycle.removed-when-finalizers-are-empty",
      "lifecycle.name-taken-while-finalizing",
      "lifecycle.name-free-after-removal",
    ],
    uses: ["dry-run", "server-side-apply", "strategic-merge-patch"],
    arbitrary: (target) =>
      fc.integer({ min: 1, max: 3 }).chain((count) =>
        fc.record({
          resource: resourceName(target),
          count: fc.constant(count),
          options: fc.constantFrom("none", ...OPTION_WORDS),
          steps: fc.array(
            fc.record({
              form: fc.constantFrom(...formsOn(target)),
              which: fc.nat({ max: 2 }),
              before: fc.constantFrom(...BEFORE),
            }),
            { minLength: count, maxLength: count },
          ),
        })
      ) as fc.Arbitrary<FinalizerCase>,
    cases: (seed, target) =>
      combinations<{ resource: string; form: WriteForm }>({
        resource: namesOf(target),
        form: formsOn(target).filter((form) => form !== "apply"),
      }, seed).map(({ resource, form }, at): FinalizerCase => ({
        resource,
        count: 2,
        // Each type is deleted with several options, other ones with each seed.
        options: OPTION_WORDS[at % OPTION_WORDS.length]!,
        steps: [{ form, which: 0, before: "reverse" }, { form, which: 0, before: "nothing" }],
      })),
    run: async (scope, { resource, count, options, steps }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      let left = Array.from({ length: count }, (_, index) => finalizer(index));
      // An apply can remove the finalizers only that were applied.
      const applies = steps.some(({ form }) => form === "apply");
      const created = await createHeld(objects, left, applies);
      expectTime("lifecycle.live-has-no-deletion-time", created, undefined);
      expectDeleted(await objects.remove(created, OPTIONS[options]));
      await expectExists("lifecycle.stays-until-finalizers-are-empty", objects, created);
      const marked = await expectListed("lifecycle.finalizing-can-be-read", objects, created);
      const time = metadataOf(marked).deletionTimestamp;
      verify("lifecycle.delete-sets-deletion-timestamp", {
        holds: typeof time === "string",
        expected: "a deletionTimestamp",
        actual: `${time}`,
      });
      const isTaken = expectError(
        "lifecycle.name-taken-while-finalizing",
        await objects.post(objects.newObject("object")),
      );
      stopUnless(isTaken, "an object that another one replaced");
      if (!scope.target.lacks?.includes("dry-run")) {
        const dry = { dryRun: "All" };
        const response = await scope.create(objects.type, objects.newObject("object"), dry);
        expectError("lifecycle.name-taken-while-finalizing", response);
      }
      for (const { form, which, before } of steps) {
        if (before === "reverse") {
          const before = left;
          left = left.toReversed();
          await expectExists("lifecycle.stays-until-finalizers-are-empty", objects, created);
          // In an apply the order has no meaning.
          const reorders = form === "apply" ? "merge-patch" : form;
          const response = await writeFinalizers(objects, created, before, left, reorders);
          expectAccepted("lifecycle.finalizers-can-be-reordered", response);
          // A status says that the write was accepted, not that it was done.
          await expectOrder(objects, created, left);
        } else if (before === "write") {
          await objects.patch(created, { metadata: { annotations: { [`n${left.length}`]: "" } } });
        } else if (before === "apply") {
          await applyAnnotation(objects, created, `n${left.length}`);
        } else if (before === "delete again") {
          // With other options than the first time.
          const next = (OPTION_WORDS.indexOf(options) + 1 + which) % OPTION_WORDS.length;
          expectDeleted(await objects.remove(created, OPTIONS[OPTION_WORDS[next]!]));
        } else if (before === "delete the collection") {
          await objects.removeAll(created);
        }
        if (!scope.target.lacks?.includes("dry-run")) {
          const query = { dryRun: "All" };
          await writeFinalizers(objects, created, left, [], form, { query });
        }
        const now = await expectExists(
          "lifecycle.stays-until-finalizers-are-empty",
          objects,
          created,
        );
        if (typeof time === "string") expectTime("lifecycle.deletion-time-stays", now, time);
        else skip("whether the deletionTimestamp stays");
        const held = left;
        left = left.filter((_, index) => index !== which % left.length);
        const response = await writeFinalizers(objects, created, held, left, form);
        expectAccepted("lifecycle.finalizers-in-any-order", response);
      }
      const after = await objects.read(created);
      const isRemoved = verify("lifecycle.removed-when-finalizers-are-empty", {
        holds: after === undefined,
        expected: "404",
        actual: `${nameOf(after ?? {})} still exists`,
      });
      stopUnless(isRemoved, "whether the name is free");
      const again = await objects.post(objects.newObject("object"));
      expectAccepted("lifecycle.name-free-after-removal", again);
      verify("lifecycle.name-free-after-removal", {
        holds: uidOf(accepted(again, "")) !== uidOf(created),
        expected: "a new uid",
        actual: `${uidOf(created)}`,
      });
    },
  }),
  property<{ resource: string; form: WriteForm; replace: boolean }>({
    id: "lifecycle/no-new-finalizers",
    version: 2,
    title: "No finalizer can be added to an object being deleted, but its labels can be changed",
    requirements: ["lifecycle.no-new-finalizers", "lifecycle.finalizing-can-be-changed"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        form: fc.constantFrom(...formsOn(target)),
        replace: fc.boolean(),
      }),
    run: async (scope, { resource, form, replace }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const finalizers = [finalizer(0)];
      const created = await createHeld(objects, finalizers, form === "apply");
      accepted(await objects.remove(created), "the delete request was rejected");
      const kept = replace ? [] : finalizers;
      const added = [...kept, finalizer(1)];
      const more = await writeFinalizers(objects, created, finalizers, added, form);
      expectError("lifecycle.no-new-finalizers", more);
      const changed = await objects.patch(created, { metadata: { labels: { changed: "yes" } } });
      expectAccepted("lifecycle.finalizing-can-be-changed", changed);
      const { labels } = metadataOf(await objects.read(created) ?? {});
      verify("lifecycle.finalizing-can-be-changed", {
        holds: asObject(labels)?.changed === "yes",
        expected: "the label changed=yes",
        actual: JSON.stringify(labels ?? null),
      });
    },
  }),
  example({
    id: "lifecycle/second-delete-keeps-deletion-timestamp",
    title: "Another deletion or change in a later second keeps the `deletionTimestamp`",
    requirements: ["lifecycle.deletion-time-stays"],
    run: async (scope) => {
      const deleted = [];
      for (const type of typesOf(scope.target)) {
        const objects = new Objects(scope, type);
        const created = await objects.create(
          objects.newObject("object", { finalizers: [finalizer(0)] }),
        );
        accepted(await objects.remove(created), "the delete request was rejected");
        const marked = await expectExists(
          "lifecycle.stays-until-finalizers-are-empty",
          objects,
          created,
        );
        deleted.push({ objects, created, time: textOf(metadataOf(marked).deletionTimestamp) });
      }
      const { objects, time } = deleted.at(-1)!;
      await waitForLaterSecond(objects, time);
      for (const { objects, created, time } of deleted) {
        for (
          const again of [
            () => objects.remove(created),
            () =>
              hasOperation(objects.type, "deletecollection")
                ? objects.removeAll(created)
                : objects.remove(created),
            () => objects.patch(created, { metadata: { labels: { changed: "yes" } } }),
          ]
        ) {
          await again();
          const now = await expectExists(
            "lifecycle.stays-until-finalizers-are-empty",
            objects,
            created,
          );
          expectTime("lifecycle.deletion-time-stays", now, time);
        }
      }
    },
  }),
  example({
    id: "lifecycle/emptied-finalizers-keep-live-object",
    title: "Removing all finalizers of an object that is not being deleted keeps the object",
    requirements: ["lifecycle.emptied-finalizers-keep-live-object"],
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        const objects = new Objects(scope, type);
        await forForms(formsOn(scope.target), async (form) => {
          const held = [finalizer(0)];
          const created = await createHeld(objects, held, form === "apply", form);
          const response = await writeFinalizers(objects, created, held, [], form, { words: form });
          accepted(response, `the ${form} was rejected`);
          const now = await expectExists(
            "lifecycle.emptied-finalizers-keep-live-object",
            objects,
            created,
          );
          expectTime("lifecycle.live-has-no-deletion-time", now, undefined);
        });
      });
    },
  }),
  forEveryType("lifecycle/unqualified-finalizer", {
    title: "A finalizer name without a domain is rejected with a 4xx Status",
    verifies: "lifecycle.unqualified-finalizer-rejected",
    given: anObject(),
    cases: ["create", "patch"],
    send: ({ objects, created }, form) => {
      const finalizers = [finalizer(0), "unqualified"];
      return form === "create"
        ? objects.post(objects.newObject("other", { finalizers }))
        : objects.patch(created, { metadata: { finalizers } });
    },
    expect: [anError()],
  }),
  forEveryType("lifecycle/delete-with-finalizers-answers-status", {
    title: "The response to deleting an object with finalizers is a Status",
    verifies: "lifecycle.delete-with-finalizers-answers-status",
    version: 2,
    given: anObject({ finalizers: [finalizer(0)] }),
    // The second deletion meets an object that is being deleted already, and so do those after it.
    cases: [
      ["before the deletion", { query: { dryRun: "All" } }],
      ["the first deletion", {}],
      ["the second deletion", {}],
      ["a later dry run", { query: { dryRun: "All" } }],
      ["a later deletion", { query: { gracePeriodSeconds: "0", propagationPolicy: "Background" } }],
    ] as const,
    send: ({ objects, created }, [_when, options]) => objects.remove(created, options),
    expect: [anObjectWith("Status", ({ kind }) => kind)],
  }),
];

/**
 * Runs steps for each form of a write. A form that the target rejects hides none of the others.
 *
 * @throws {Discard} if it rejects all of them
 */
async function forForms<Form>(
  forms: readonly Form[],
  run: (form: Form) => Promise<void>,
): Promise<void> {
  const rejections: Discard[] = [];
  for (const form of forms) {
    try {
      await run(form);
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      rejections.push(error);
    }
  }
  if (rejections.length > 0 && rejections.length === forms.length) throw rejections[0];
}

/** The time in which the target's clock must advance by a second, in milliseconds. */
const CLOCK_TIMEOUT = 5_000;

/** Waits until the target's clock, in whole seconds, is later than this time. */
async function waitForLaterSecond(objects: Objects, time: string | undefined): Promise<void> {
  if (time === undefined) throw new Discard("the object has no deletionTimestamp");
  const deadline = performance.now() + CLOCK_TIMEOUT;
  for (let count = 0; performance.now() < deadline; count++) {
    const later = await objects.create(objects.newObject(`later-${count}`));
    if (Date.parse(String(metadataOf(later).creationTimestamp)) > Date.parse(time)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Discard("the target's clock does not advance");
}

function textOf(json: unknown): string | undefined {
  return typeof json === "string" ? json : undefined;
}

function writeFinalizers(
  objects: Objects,
  object: JsonObject,
  before: readonly string[],
  after: readonly string[],
  form: WriteForm,
  { words = "object", query = {} }: {
    /** The words of the object's name, which its content may contain. */
    readonly words?: string;
    readonly query?: HttpRequest["query"];
  } = {},
): Promise<HttpResponse> {
  const { scope, type } = objects;
  let change: JsonObject = { metadata: { finalizers: [...after] } };
  if (form === "strategic-merge-patch") {
    // Without directives the list would be merged.
    const removed = before.filter((each) => !after.includes(each));
    const added = after.filter((each) => !before.includes(each));
    change = {
      metadata: {
        "$setElementOrder/finalizers": [...after],
        ...(removed.length > 0 && { "$deleteFromPrimitiveList/finalizers": removed }),
        ...(added.length > 0 && { finalizers: added }),
      },
    };
  } else if (form === "apply") {
    // The whole object, as other fields would be given up.
    const { name, namespace, labels } = metadataOf(object);
    const { apiVersion: _apiVersion, kind: _kind, ...content } = objects.newObject(words);
    const place = { name: name!, ...(namespace !== undefined && { namespace }) };
    const metadata = { ...place, labels: labels!, finalizers: [...after] };
    change = { ...content, metadata };
  }
  return scope.send(changeRequest(scope, type, object, form, change, { query }));
}

/** Creates an object with finalizers, by an apply or a POST. */
async function createHeld(
  objects: Objects,
  finalizers: readonly string[],
  applies: boolean,
  words = "object",
): Promise<JsonObject> {
  const object = objects.newObject(words, { finalizers: [...finalizers] });
  if (!applies) return await objects.create(object);
  const { scope, type } = objects;
  const { apiVersion: _apiVersion, kind: _kind, ...change } = object;
  const response = await scope.send(changeRequest(scope, type, object, "apply", change));
  return accepted(response, "the object could not be created");
}

/** Applies an annotation; a target without server-side apply leaves the object unchanged. */
async function applyAnnotation(objects: Objects, object: JsonObject, key: string): Promise<void> {
  const { apiVersion = "", kind = "" } = object;
  const metadata = { name: nameOf(object), annotations: { [key]: "" } };
  const query = { fieldManager: "plumbline-annotations" };
  await objects.apply(object, query, { apiVersion, kind, metadata });
}

async function expectExists(
  id: RequirementId,
  objects: Objects,
  object: JsonObject,
): Promise<JsonObject> {
  const found = await objects.read(object);
  const name = nameOf(object);
  const exists = found !== undefined;
  stopUnless(
    verify(id, { holds: exists, expected: `${name} exists`, actual: "404" }),
    "what follows, as the object is gone",
  );
  return found!;
}

async function expectListed(
  id: RequirementId,
  objects: Objects,
  object: JsonObject,
): Promise<JsonObject> {
  const found = await expectExists(id, objects, object);
  const listed = await objects.list(object);
  verify(id, {
    holds: listed.some((each) => uidOf(each) === uidOf(object)),
    expected: `${nameOf(object)} in the list`,
    actual: "not in the list",
  });
  return found;
}

function expectTime(id: RequirementId, object: JsonObject, time: string | undefined): void {
  const actual = metadataOf(object).deletionTimestamp ?? undefined;
  verify(id, {
    holds: actual === time,
    expected: time ?? "no deletionTimestamp",
    actual: `${actual ?? "none"}`,
  });
}

function expectDeleted(response: HttpResponse): void {
  expectAccepted("lifecycle.delete-answers-success", response);
  expectStatus("lifecycle.delete-answers-success", response, 200, 202);
}

function expectAccepted(id: RequirementId, response: HttpResponse): void {
  if (response.status >= 500) {
    throw new Discard(`the target answered with a server error: ${describeResponse(response)}`);
  }
  expectSuccess(id, response);
}
