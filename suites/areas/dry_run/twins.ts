/**
 * Each request twice, dry and then real: both are answered alike, and only one is done.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import {
  type GeneratedWrite,
  refusedWrite,
  requestFor,
  verbOf,
  write,
} from "../../arbitraries/twin_requests.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { comparable } from "./model/comparable.ts";
import {
  asObject,
  describe,
  keyOf,
  metadataOf,
  nameOf,
  resourceVersionOf,
  unversioned,
} from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, type ResourceType, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";

/** What is there, and what is sent twice, one after the other. */
interface TwinCase {
  readonly resource: string;
  readonly writes: readonly GeneratedWrite[];
  /** The object that is there has a finalizer. */
  readonly finalizer: boolean;
}

/** Checks of twins. */
export const TWINS: readonly Check[] = [
  property<TwinCase>({
    id: "dry-run/twins",
    title: "A dry request is answered as the real one, and leaves everything as it was",
    requirements: [
      "dry-run.create-status",
      "dry-run.create-body",
      "dry-run.defaults-applied",
      "dry-run.update-status",
      "dry-run.update-body",
      "dry-run.patch-status",
      "dry-run.patch-body",
      "dry-run.apply",
      "dry-run.delete-status",
      "dry-run.delete-body",
      "dry-run.finalizers",
      "dry-run.deletecollection-status",
      "dry-run.deletecollection-body",
      "dry-run.refused-alike",
      "dry-run.state-unchanged",
      "dry-run.versions-unchanged",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({ resource: resourceName(), writes: severalWrites(), finalizer: fc.boolean() }),
    run: async (scope, { resource, writes, finalizer }) => {
      const type = resourceType(resource);
      const name = nameOf(await makeExisting(scope, type, finalizer));
      for (const write of writes) {
        const before = await listOwn(scope, type);
        const existing = before.find((object) => nameOf(object) === name);
        if (existing === undefined) return;
        const ask = requestFor(scope, type, write, existing);
        const dry = await scope.send(dryOf(ask));
        expectUnchanged(before, await listOwn(scope, type), keptBy(write, finalizer));
        const real = await scope.send(ask);
        scope.note(`${write.action}, ${real.status < 300 ? "done" : "refused"}`);
        expectAlike(verbOf(write.action), dry, real);
      }
    },
  }),
  property<{ resource: string; writes: GeneratedWrite[] }>({
    id: "dry-run/refusals",
    title: "What is refused in earnest is refused in the same way as a dry run",
    requirements: ["dry-run.refused-alike"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        writes: fc.array(refusedWrite(), { minLength: 1, maxLength: 5 }),
      }),
    run: async (scope, { resource, writes }) => {
      const type = resourceType(resource);
      const existing = await makeExisting(scope, type, false);
      for (const each of writes) {
        const ask = requestFor(scope, type, each, existing);
        const dry = await scope.send(dryOf(ask));
        const real = await scope.send(ask);
        scope.note(`${each.action}, ${each.flaw}`);
        // What is done in earnest after all is the twins' own matter.
        if (real.status < 300) throw new Discard("the real write was not refused");
        expectAlike(verbOf(each.action), dry, real);
      }
    },
  }),
  property<{ resource: string; writes: GeneratedWrite[]; last: GeneratedWrite }>({
    id: "dry-run/watches",
    title: "A watch tells of the real write and of none of the dry ones before it",
    requirements: ["dry-run.watches-untouched"],
    level: "must",
    arbitrary: () => {
      const sound = write().map((each): GeneratedWrite => ({ ...each, flaw: "none" }));
      return fc.record({
        resource: resourceName(),
        writes: fc.array(sound, { minLength: 1, maxLength: 4 }),
        last: sound,
      });
    },
    run: async (scope, { resource, writes, last }) => {
      const type = resourceType(resource);
      const existing = await makeExisting(scope, type, false);
      const path = collectionPath(type, scope.target.dialect, namespaceOf(scope, type));
      const watch = await scope.watch({
        path,
        query: { labelSelector: scope.selector, resourceVersion: resourceVersionOf(existing) },
      });
      for (const each of writes) await scope.send(dryOf(requestFor(scope, type, each, existing)));
      const answer = await scope.send(requestFor(scope, type, last, existing));
      if (answer.status >= 300) throw new Discard("the real write was refused");
      const event = await watch.waitFor(() => true);
      if (event === undefined) throw new Discard("the watch told nothing");
      const deletes = verbOf(last.action).startsWith("delete");
      const made = asObject(answer.json) ?? {};
      const right = deletes
        ? event.type === "DELETED" || metadataOf(event.object).deletionTimestamp !== undefined
        : resourceVersionOf(event.object) === resourceVersionOf(made);
      if (right) return;
      throw new Violation("dry-run.watches-untouched", {
        expected: deletes ? "the real deletion first" : `${describe(made)} first`,
        actual: `${event.type} of ${describe(event.object)}`,
      });
    },
  }),
  property<{ resource: string; prefix: string }>({
    id: "dry-run/generated-name",
    title: "A dry create with a generateName answers with a name that is then free",
    requirements: ["dry-run.generated-name", "dry-run.create-status"],
    level: "must",
    arbitrary: () =>
      fc.record({ resource: resourceName(), prefix: fc.constantFrom("a", "plumb-", "x0") }),
    run: async (scope, { resource, prefix }) => {
      const type = resourceType(resource);
      const { metadata, ...rest } = scope.make(type);
      const { name: _name, ...others } = metadata as JsonObject;
      const generateName = `${scope.id}-${prefix}`;
      const object = { ...rest, metadata: { ...others, generateName } };
      const dry = await scope.create(type, object, { dryRun: "All" });
      const listed = await listOwn(scope, type);
      const real = await scope.create(type, object);
      expectAlike("create", dry, real);
      if (real.status >= 300) throw new Discard("no name was generated");
      const name = String(metadataOf(asObject(dry.json) ?? {}).name);
      if (name.startsWith(generateName) && name !== generateName && listed.length === 0) return;
      throw new Violation("dry-run.generated-name", {
        expected: `a name that begins with ${generateName}, and no object`,
        actual: `${name}; ${listed.map(describe).join() || "none"}`,
      });
    },
  }),
];

/** The statement that is broken where a dry request does something. */
function keptBy({ action }: GeneratedWrite, held: boolean): RequirementId {
  if (action === "apply") return "dry-run.apply";
  return action.startsWith("delete") && held ? "dry-run.finalizers" : "dry-run.state-unchanged";
}

/** Each action at most once; what removes the object comes last. */
function severalWrites(): fc.Arbitrary<GeneratedWrite[]> {
  const removes = ({ action }: GeneratedWrite) => verbOf(action).startsWith("delete") ? 1 : 0;
  return fc.uniqueArray(write(), {
    selector: ({ action }) => action,
    minLength: 2,
    maxLength: 4,
    size: "max",
  }).map((writes) => writes.toSorted((one, other) => removes(one) - removes(other)));
}

/** Makes the object that writes meet. */
export async function makeExisting(
  scope: Scope,
  type: ResourceType,
  finalizer: boolean,
): Promise<JsonObject> {
  const object = scope.make(type, { labels: { written: "first" } });
  const finalizers = finalizer ? { finalizers: ["plumbline.invalid/held"] } : {};
  const metadata = { ...(object.metadata as JsonObject), ...finalizers };
  const { status, json } = await scope.create(type, { ...object, metadata });
  const made = asObject(json);
  if (status >= 300 || made === undefined) throw new Discard("the object could not be made");
  return made;
}

/** The request as a dry one. */
export function dryOf(ask: HttpRequest): HttpRequest {
  return { ...ask, query: { ...ask.query, dryRun: "All" } };
}

/** What of a type is in the scope's first namespace. */
export async function listOwn(scope: Scope, type: ResourceType): Promise<JsonObject[]> {
  const answer = await scope.send({
    method: "GET",
    path: collectionPath(type, scope.target.dialect, namespaceOf(scope, type)),
    query: { labelSelector: scope.selector },
  });
  const items = asObject(answer.json)?.items;
  if (answer.status !== 200 || !Array.isArray(items)) throw new Discard("the list was refused");
  return items.map((item) => asObject(item) ?? {}).toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);
}

/** Holds two lists to being of one state. */
export function expectUnchanged(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  requirement: RequirementId = "dry-run.state-unchanged",
): void {
  const same = (of: (object: JsonObject) => JsonObject) =>
    canonical(before.map(of)) === canonical(after.map(of));
  if (same((object) => object)) return;
  const found = same(unversioned) && requirement === "dry-run.state-unchanged"
    ? "dry-run.versions-unchanged"
    : requirement;
  throw new Violation(found, {
    expected: `as before: ${before.map(describe).join() || "nothing"}`,
    actual: after.map(describe).join() || "nothing",
  });
}

/** Holds the answer to a dry request to the one to its real twin. */
export function expectAlike(
  verb: ReturnType<typeof verbOf>,
  dry: HttpResponse,
  real: HttpResponse,
  of?: RequirementId,
): void {
  const refused = real.status >= 300;
  if (dry.status !== real.status) {
    throw new Violation(of ?? (refused ? "dry-run.refused-alike" : `dry-run.${verb}-status`), {
      expected: `status ${real.status}, as the real request`,
      actual: describeAnswer(dry),
    });
  }
  if (comparable(dry) === comparable(real)) return;
  throw new Violation(of ?? (refused ? "dry-run.refused-alike" : `dry-run.${verb}-body`), {
    expected: comparable(real),
    actual: comparable(dry),
  });
}

function namespaceOf(scope: Scope, type: ResourceType): string | undefined {
  return type.namespaced ? scope.namespaces[0] : undefined;
}
