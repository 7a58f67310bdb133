/**
 * Each request sent twice, as a dry run and then as a real one: both get the same response, and only the
 * real one takes effect.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import {
  type GeneratedWrite,
  rejectedWrite,
  twinRequest,
  twinVerb,
  write,
} from "../../arbitraries/twin_requests.ts";
import { type Check, Discard, property } from "../../check.ts";
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
import { collectionPath, type ResourceType, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import { pathOfObject } from "../../session/write_request.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { rejected } from "../../session/objects.ts";
import { recordViolation, skip, verify } from "../../verify.ts";

/** Writes to send twice, one after the other. */
interface DryAndRealCase {
  readonly resource: string;
  readonly writes: readonly GeneratedWrite[];
  /** True if the existing object has a finalizer. */
  readonly finalizer: boolean;
  /** True if the object with the finalizer is being deleted. */
  readonly deleted: boolean;
}

/** Checks of dry-run and real requests. */
export const DRY_AND_REAL: readonly Check[] = [
  property<DryAndRealCase>({
    id: "dry-run/matches-real-request",
    title: "A dry-run request is answered like the real one and changes nothing",
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
      "dry-run.same-rejection",
      "dry-run.state-unchanged",
      "dry-run.versions-unchanged",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        writes: severalWrites(),
        finalizer: fc.boolean(),
        deleted: fc.boolean(),
      }),
    run: async (scope, { resource, writes, finalizer, deleted }) => {
      const type = typeNamed(scope.target, resource);
      const created = await createTarget(scope, type, finalizer);
      const name = nameOf(created);
      if (finalizer && deleted) {
        await scope.send({ method: "DELETE", path: pathOfObject(scope, type, created) });
      }
      for (const write of writes) {
        const before = await listOwn(scope, type);
        const existing = before.find((object) => nameOf(object) === name);
        if (existing === undefined) return;
        const request = twinRequest(scope, type, write, existing);
        const dry = await scope.send(asDryRun(request));
        expectSameState(before, await listOwn(scope, type), requirementOf(write, finalizer));
        const real = await scope.send(request);
        scope.note(`${write.action}, ${real.status < 300 ? "succeeded" : "rejected"}`);
        expectSameResponse(twinVerb(write.action), dry, real);
      }
    },
  }),
  property<{ resource: string; writes: GeneratedWrite[] }>({
    id: "dry-run/same-rejection",
    title: "A write that is rejected as a real request is rejected in the same way as a dry run",
    requirements: ["dry-run.same-rejection"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        writes: fc.array(rejectedWrite(), { minLength: 1, maxLength: 5 }),
      }),
    run: async (scope, { resource, writes }) => {
      const type = typeNamed(scope.target, resource);
      const existing = await createTarget(scope, type, false);
      for (const each of writes) {
        const request = twinRequest(scope, type, each, existing);
        const dry = await scope.send(asDryRun(request));
        const real = await scope.send(request);
        scope.note(`${each.action}, ${each.flaw}`);
        // Writes that succeed are covered by dry-run/matches-real-request.
        if (real.status < 300) throw new Discard("the real write was not rejected");
        expectSameResponse(twinVerb(each.action), dry, real);
      }
    },
  }),
  property<{ resource: string; writes: GeneratedWrite[]; last: GeneratedWrite }>({
    id: "dry-run/watches",
    share: 0.6,
    title: "A watch receives the event of the real write, and none of the dry-run writes before it",
    requirements: ["dry-run.no-watch-event"],
    arbitrary: (target) => {
      const valid = write().map((each): GeneratedWrite => ({ ...each, flaw: "none" }));
      return fc.record({
        resource: resourceName(target),
        writes: fc.array(valid, { minLength: 1, maxLength: 4 }),
        last: valid,
      });
    },
    run: async (scope, { resource, writes, last }) => {
      const type = typeNamed(scope.target, resource);
      const existing = await createTarget(scope, type, false);
      const path = collectionPath(type, scope.target.dialect, namespaceOf(scope, type));
      const watch = await scope.watch({
        path,
        query: { labelSelector: scope.selector, resourceVersion: resourceVersionOf(existing) },
      });
      for (const each of writes) {
        await scope.send(asDryRun(twinRequest(scope, type, each, existing)));
      }
      const response = await scope.send(twinRequest(scope, type, last, existing));
      if (response.status >= 300) throw rejected(response, "the real write was rejected");
      const event = await watch.waitFor(() => true);
      if (event === undefined) throw new Discard("the watch sent no event");
      const deletes = twinVerb(last.action).startsWith("delete");
      const written = asObject((response.own ?? response).json) ?? {};
      const correct = deletes
        ? event.type === "DELETED" || metadataOf(event.object).deletionTimestamp !== undefined
        : resourceVersionOf(event.object) === resourceVersionOf(written);
      verify("dry-run.no-watch-event", {
        holds: correct,
        expected: deletes ? "the real deletion first" : `${describe(written)} first`,
        actual: `${event.type} of ${describe(event.object)}`,
      });
    },
  }),
  property<{ resource: string; prefix: string }>({
    id: "dry-run/generated-name",
    title: "A dry-run create with `generateName` returns a generated name and creates nothing",
    requirements: ["dry-run.generated-name", "dry-run.create-status"],
    arbitrary: (target) =>
      fc.record({ resource: resourceName(target), prefix: fc.constantFrom("a", "plumb-", "x0") }),
    run: async (scope, { resource, prefix }) => {
      const type = typeNamed(scope.target, resource);
      const { metadata, ...rest } = scope.newObject(type);
      const { name: _name, ...others } = metadata as JsonObject;
      const generateName = `${scope.id}-${prefix}`;
      const object = { ...rest, metadata: { ...others, generateName } };
      const dry = await scope.create(type, object, { dryRun: "All" });
      const listed = await listOwn(scope, type);
      const real = await scope.create(type, object);
      expectSameResponse("create", dry, real);
      if (real.status >= 300) throw rejected(real, "no name was generated");
      const name = String(metadataOf(asObject(dry.json) ?? {}).name);
      verify("dry-run.generated-name", {
        holds: name.startsWith(generateName) && name !== generateName && listed.length === 0,
        expected: `a name with the prefix ${generateName}, and no object created`,
        actual: `${name}; ${listed.map(describe).join() || "none"}`,
      });
    },
  }),
];

/** Returns the requirement that a dry-run request violates if it changes something. */
function requirementOf({ action }: GeneratedWrite, finalizer: boolean): RequirementId {
  if (action === "apply") return "dry-run.apply";
  return action.startsWith("delete") && finalizer
    ? "dry-run.finalizers"
    : "dry-run.state-unchanged";
}

/** Generates writes, each action at most once and deletes last. */
function severalWrites(): fc.Arbitrary<GeneratedWrite[]> {
  const removes = ({ action }: GeneratedWrite) => twinVerb(action).startsWith("delete") ? 1 : 0;
  return fc.uniqueArray(write(), {
    selector: ({ action }) => action,
    minLength: 2,
    maxLength: 4,
    size: "max",
  }).map((writes) => writes.toSorted((one, other) => removes(one) - removes(other)));
}

/** Creates the object that the writes act on. */
export async function createTarget(
  scope: Scope,
  type: ResourceType,
  finalizer: boolean,
): Promise<JsonObject> {
  const object = scope.newObject(type, { labels: { written: "first" } });
  const finalizers: JsonObject = finalizer ? { finalizers: ["plumbline.invalid/finalizer"] } : {};
  const metadata = { ...(object.metadata as JsonObject), ...finalizers };
  const response = await scope.create(type, { ...object, metadata });
  const created = asObject(response.json);
  if (response.status >= 300 || created === undefined) {
    throw rejected(response, "the object could not be created");
  }
  return created;
}

/** Returns the request as a dry run. */
export function asDryRun(request: HttpRequest): HttpRequest {
  return { ...request, query: { ...request.query, dryRun: "All" } };
}

/** Lists the scope's objects of a type in its first namespace. */
export async function listOwn(scope: Scope, type: ResourceType): Promise<JsonObject[]> {
  const response = await scope.send({
    method: "GET",
    path: collectionPath(type, scope.target.dialect, namespaceOf(scope, type)),
    query: { labelSelector: scope.selector },
  });
  const items = asObject(response.json)?.items;
  if (response.status !== 200 || !Array.isArray(items)) {
    throw rejected(response, "the list request was rejected");
  }
  return items.map((item) => asObject(item) ?? {}).toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);
}

/** Expects two lists to show the same state. */
export function expectSameState(
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
  recordViolation(found, {
    expected: `unchanged: ${before.map(describe).join() || "nothing"}`,
    actual: after.map(describe).join() || "nothing",
  });
}

/** Expects the response to a dry-run request to equal that of the real one. */
export function expectSameResponse(
  verb: ReturnType<typeof twinVerb>,
  dry: HttpResponse,
  { own, ...answered }: HttpResponse,
  of?: RequirementId,
): void {
  const real = own ?? answered;
  const rejected = real.status >= 300;
  const isSameStatus = verify(
    of ?? (rejected ? "dry-run.same-rejection" : `dry-run.${verb}-status`),
    {
      holds: dry.status === real.status,
      expected: `status ${real.status}, like the real request`,
      actual: describeResponse(dry),
    },
  );
  // An error and an object have nothing in common.
  if (!isSameStatus && rejected !== dry.status >= 300) return skip("the body of the dry run");
  verify(of ?? (rejected ? "dry-run.same-rejection" : `dry-run.${verb}-body`), {
    holds: comparable(dry) === comparable(real),
    expected: comparable(real),
    actual: comparable(dry),
  });
}

function namespaceOf(scope: Scope, type: ResourceType): string | undefined {
  return type.namespaced ? scope.namespaces[0] : undefined;
}
