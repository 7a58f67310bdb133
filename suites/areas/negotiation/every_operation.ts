/**
 * Every operation in every form: its response as YAML and Protobuf, and its body.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Feature } from "../../features.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { readResponse, shownInProtobuf } from "../../model/exchanges/forms.ts";
import { asObject, labelsOf, metadataOf, nameOf } from "../../model/object.ts";
import { readEnvelope } from "../../model/protobuf_envelope.ts";
import { isWritable, withMetadataIn, writeObject } from "../../model/protobuf/write.ts";
import { isSpecified, type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import {
  type OperationOnType,
  operationsOn,
  requestFor,
  typeOf,
} from "../../session/operations.ts";
import { mayImpersonate } from "../../session/access/policy_users.ts";
import { everyType } from "../../session/every_type.ts";
import { rejected } from "../../session/objects.ts";
import { describeResponse, expectFormAccepted, expectStatus } from "../../session/violation.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { verify } from "../../verify.ts";
import { mediaTypeOf, mediaTypes } from "./requests.ts";

/** The forms besides JSON. */
type Form = Extract<Feature, "protobuf" | "yaml">;

const FORMS: readonly Form[] = ["protobuf", "yaml"];

/** Operations on distinct types, and a form. */
export interface FormCase {
  readonly at: readonly OperationOnType[];
  readonly form: Form;
}

const RESPONSES: Readonly<Record<Form, RequirementId>> = {
  protobuf: "negotiation.protobuf-for-every-operation",
  yaml: "negotiation.yaml-for-every-operation",
};

const BODIES: Readonly<Record<Form, RequirementId>> = {
  protobuf: "negotiation.protobuf-bodies",
  yaml: "negotiation.yaml-bodies",
};

const REVIEWS: Readonly<Record<Form, RequirementId>> = {
  protobuf: "negotiation.protobuf-reviews",
  yaml: "negotiation.yaml-reviews",
};

/** Groups of a reviewed user: with one of them servers permit everything, or do not know it. */
const REVIEWED_GROUPS = [["plumbline:masons"], ["system:masters"]];

/** Headers that impersonate a user with all that an identity has. */
const SOMEBODY = {
  "impersonate-user": "plumbline:ann",
  "impersonate-group": ["plumbline:masons", "plumbline:plumbers"],
  "impersonate-uid": "plumbline-uid",
  "impersonate-extra-metals": ["lead", "zinc"],
};

const mediaType = (scope: Scope, form: Form): string =>
  form === "yaml" ? "application/yaml" : mediaTypes(scope.target.dialect).protobuf;

/** A watch is a stream: its forms are checked by themselves. */
export const hasResponse = ({ operation }: OperationOnType) => operation !== "watch";

/** Patches have media types of their own. */
const hasBody = ({ operation }: OperationOnType) =>
  ["create", "update", "update-status", "delete", "deletecollection", "review"]
    .includes(operation);

/** Returns cases that contain each operation once in each form that the target supports. */
export function casesOf(target: Target, isTried: IsTried): FormCase[] {
  return FORMS.filter((form) => !target.lacks?.includes(form)).flatMap((form) => {
    const tried = operationsOn(target).filter((at) => isTried(at, form, target));
    const all = [...Map.groupBy(tried, ({ resource }) => resource).values()];
    const longest = Math.max(0, ...all.map(({ length }) => length));
    return Array.from(
      { length: longest },
      (_, index): FormCase => ({ at: all.flatMap((some) => some.slice(index, index + 1)), form }),
    );
  });
}

/** Returns true if an operation is tried in a form. */
export type IsTried = (at: OperationOnType, form: Form, target: Target) => boolean;

/** Returns true if an operation has a body that can be written in a form. */
export const hasBodyIn: IsTried = (at, form, target) => {
  if (!hasBody(at)) return false;
  const type = typeOf(target, at);
  const isOwn = type !== undefined && !at.operation.startsWith("delete");
  return form === "yaml" || !isOwn || type.resource === "deployments" || isWritable(type.kind);
};

const enumeratedOperations = (isTried: IsTried) => ({
  caseList: (target: Target, { seed, runs }: { seed: number; runs: number }) => ({
    inputs: shuffled(casesOf(target, isTried), seed).slice(0, runs),
  }),
  arbitrary: (target: Target) => leavingOut(fc.constantFrom(...casesOf(target, isTried)), "at"),
});

/** Checks of every operation in every form. */
export const EVERY_OPERATION: readonly Check[] = [
  property<FormCase>({
    id: "negotiation/response-forms",
    title: "Every operation returns its response as Protobuf or YAML if the request accepts it",
    version: 4,
    requirements: [
      RESPONSES.protobuf,
      RESPONSES.yaml,
      REVIEWS.protobuf,
      REVIEWS.yaml,
      "negotiation.protobuf-type-meta",
    ],
    uses: ["reviews"],
    ...enumeratedOperations(hasResponse),
    run: async (scope, { at, form }) => {
      for (const each of at) {
        scope.note(`${each.operation} as ${form}`);
        const request = await preparedRequest(scope, each);
        const accept = mediaType(scope, form);
        const headers = { ...request.headers, accept };
        // The exchanges are compared with all others: their content must be that of the JSON form.
        const response = await scope.send({ ...request, headers });
        // Only the types of the specification are known to have a form in Protobuf.
        const type = typeOf(scope.target, each);
        if (response.status === 406 && type !== undefined && !isSpecified(type)) continue;
        const isSuccess = expectStatus(RESPONSES[form], response, 200, 201, 202);
        if (!isSuccess) continue;
        verify(RESPONSES[form], { expected: accept, actual: mediaTypeOf(response) });
        if (each.operation === "review") await compareReviews(scope, each, form);
        else verifyTypeMeta(scope, each, response, await readBack(scope, each));
      }
    },
  }),
  property<FormCase>({
    id: "negotiation/body-forms",
    title: "A write or review with a body in Protobuf or YAML does the same as with one in JSON",
    requirements: [BODIES.protobuf, BODIES.yaml],
    uses: ["reviews"],
    ...enumeratedOperations(hasBodyIn),
    run: async (scope, { at, form }) => {
      for (const each of at) {
        scope.note(`${each.operation} from ${form}`);
        const inJson = await preparedRequest(scope, each);
        const request = await encodedRequest(scope, each, form, {
          ...inJson,
          // Only the preconditions show whether the options are read.
          body: each.operation.startsWith("delete") ? UNMET : withSubject(inJson.body!),
        });
        const response = await scope.send(request);
        await expectEffect(scope, each, form, response);
        if (each.operation.startsWith("delete")) await expectDryRun(scope, each, form, inJson);
      }
    },
  }),
];

/** Checks of metadata that a server reads from bodies for a purpose of its own. */
export const METADATA_OF_BODIES: readonly Check[] = [
  example({
    id: "negotiation/body-metadata",
    title: "`generateName` and a reset of `managedFields` are read from a body in Protobuf or YAML",
    requirements: [BODIES.protobuf, BODIES.yaml],
    uses: ["server-side-apply"],
    run: async (scope) => {
      const { lacks = [] } = scope.target;
      const types = typesOf(scope.target).filter(({ kind, resource }) =>
        resource === "deployments" || isWritable(kind)
      );
      await everyType(scope, types, async (type) => {
        let manager = "plumbline-first";
        const created = await scope.create(type, scope.newObject(type), { fieldManager: manager });
        if (created.status >= 300) throw rejected(created, "the object could not be created");
        for (const form of FORMS.filter((form) => !lacks.includes(form))) {
          await verifyGenerated(scope, type, form);
          if (lacks.includes("server-side-apply")) continue;
          const before = manager;
          manager = `plumbline-${form}`;
          await verifyReset(scope, type, form, before, manager);
        }
      });
    },
  }),
];

/** Verifies that a body without a name, and with the base of one, creates an object. */
async function verifyGenerated(scope: Scope, type: ResourceType, form: Form): Promise<void> {
  const at = { resource: type.resource, operation: "create" } as const;
  const { name: _name, ...metadata } = metadataOf(scope.newObject(type));
  const generateName = `${scope.name(form, type)}-`;
  const body = { ...scope.newObject(type), metadata: { ...metadata, generateName } };
  const response = await scope.send(
    await encodedRequest(scope, at, form, { ...requestFor(scope, at), body }),
  );
  if (!expectFormAccepted(BODIES[form], response, 201, 200, 202)) return;
  const name = nameOf(asObject(response.json) ?? {});
  verify(BODIES[form], {
    holds: name.startsWith(generateName) && name.length > generateName.length,
    expected: `a name that begins with ${generateName}`,
    actual: name,
  });
}

/** Verifies that a PUT with one empty entry of `managedFields` removes the manager before it. */
async function verifyReset(
  scope: Scope,
  type: ResourceType,
  form: Form,
  before: string,
  fieldManager: string,
): Promise<void> {
  if (type.unserved?.includes("update") || type.conditionalUpdates) return;
  const at = { resource: type.resource, operation: "update" } as const;
  const object = scope.newObject(type);
  const body = { ...object, metadata: { ...metadataOf(object), managedFields: [{}] } };
  const path = pathOfObject(scope, type, object);
  const request: HttpRequest = { method: "PUT", path, query: { fieldManager }, body };
  const response = await scope.send(await encodedRequest(scope, at, form, request));
  if (!expectFormAccepted(BODIES[form], response, 200, 201)) return;
  const { managedFields } = metadataOf(asObject(response.json) ?? {});
  const managers = (Array.isArray(managedFields) ? managedFields : [])
    .map((entry) => asObject(entry)?.manager ?? null);
  verify(BODIES[form], {
    holds: !managers.includes(before),
    expected: `no manager ${before} after a reset of managedFields`,
    actual: JSON.stringify(managers),
  });
}

/** Options whose precondition no object meets. */
const UNMET: JsonObject = {
  apiVersion: "v1",
  kind: "DeleteOptions",
  preconditions: { uid: "11111111-2222-4333-8444-555555555555" },
};

/** Options of a dry run. */
export const DRY_RUN_OPTIONS: JsonObject = {
  apiVersion: "v1",
  kind: "DeleteOptions",
  dryRun: ["All"],
};

/** Verifies that options that prevent a deletion in JSON do so in another form. */
async function expectDryRun(
  scope: Scope,
  at: OperationOnType,
  form: Form,
  inJson: HttpRequest,
): Promise<void> {
  const { status } = await scope.send({ ...inJson, body: DRY_RUN_OPTIONS });
  // What they do in JSON is a requirement of its own.
  if (status >= 300 || (await readBack(scope, at)).status !== 200) return;
  const request = await encodedRequest(scope, at, form, { ...inJson, body: DRY_RUN_OPTIONS });
  const response = await scope.send(request);
  const after = await readBack(scope, at);
  verify(BODIES[form], {
    holds: response.status < 300 && after.status === 200,
    expected: "a success without a deletion, as with dryRun in JSON",
    actual: `${describeResponse(response)}, then ${after.status}`,
  });
}

/** Returns a review with all that describes its subject, if it names one; other bodies as they are. */
function withSubject(body: Json): JsonObject {
  const { spec, ...object } = asObject(body) ?? {};
  const { user, ...others } = asObject(spec) ?? {};
  if (spec === undefined) return object;
  if (user === undefined) return { ...object, spec };
  const extra = { "plumbline.invalid/metals": ["lead", "zinc"] };
  const groups = ["plumbline:masons", "plumbline:plumbers"];
  return { ...object, spec: { user, groups, uid: "plumbline-uid", extra, ...others } };
}

/** Returns an object with values at the ends of their ranges, which an encoder may cut. */
function withBorders(object: JsonObject): JsonObject {
  const annotations = { "plumbline/form": 'kept: é 日本 😀 # "\\\n\t- ' };
  const changed = { ...object, metadata: { ...metadataOf(object), annotations } };
  if (object.kind === "Secret") {
    const everyByte = btoa(String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte)));
    return { ...changed, data: { ...asObject(object.data), everyByte } };
  }
  if (object.kind !== "Deployment") return changed;
  const largest = { revisionHistoryLimit: 2 ** 31 - 1, progressDeadlineSeconds: 2 ** 31 - 1 };
  return { ...changed, spec: { ...asObject(object.spec), ...largest } };
}

/** Creates the object of an operation, unless it creates one itself, and returns its request. */
export async function preparedRequest(scope: Scope, at: OperationOnType): Promise<HttpRequest> {
  const type = typeOf(scope.target, at);
  const request = requestFor(scope, at);
  if (type === undefined || at.operation === "create") return request;
  const created = await scope.create(type, withBorders(scope.newObject(type, { content: 5 })));
  if (created.status >= 300) throw rejected(created, "the object could not be created");
  const body = asObject(request.body);
  if (at.operation !== "update" || !type.conditionalUpdates || body === undefined) return request;
  const { resourceVersion = "" } = metadataOf(asObject(created.json) ?? {});
  return { ...request, body: { ...body, metadata: { ...metadataOf(body), resourceVersion } } };
}

/**
 * Verifies that a review in another form has what it has in JSON: nothing stored shows what a review
 * answers, so that the exchanges compare none.
 */
async function compareReviews(scope: Scope, at: OperationOnType, form: Form): Promise<void> {
  const id = REVIEWS[form];
  const request = requestFor(scope, at);
  const bodies = REVIEWED_GROUPS.map((groups): JsonObject => {
    const { spec, ...body } = withSubject(request.body!);
    const { user } = asObject(spec) ?? {};
    return spec === undefined || user === undefined
      ? withSubject(request.body!)
      : { ...body, spec: { ...asObject(spec), groups } };
  });
  // A review of the own access has one subject.
  const others = canonical(bodies[0]!) === canonical(bodies[1]!) ? bodies.slice(1) : bodies;
  // The identity that sends requests may have neither a uid nor extra attributes.
  const users = at.resource === "selfsubjectreviews" && mayImpersonate(scope)
    ? [{}, SOMEBODY]
    : [{}];
  for (const [body, user] of others.flatMap((body) => users.map((user) => [body, user] as const))) {
    const own = { ...request.headers, ...user };
    const inJson = await scope.send({ ...request, body, headers: own });
    const headers = { ...own, accept: mediaType(scope, form) };
    const { json, ...inForm } = readResponse(await scope.send({ ...request, body, headers }));
    if (inJson.status >= 300 || inForm.form === "other") continue;
    const [expected, actual] = [inJson.json, json].map((each) => reviewed(asObject(each) ?? {}));
    verify(id, { holds: expected === actual, expected, actual });
  }
}

/**
 * Returns what a review says as text. The order of rules is free, as are repeated ones, and whether
 * what is not allowed is denied.
 */
function reviewed({ spec = null, status }: JsonObject): string {
  const { allowed = null, userInfo = null, ...others } = asObject(status) ?? {};
  const [resourceRules, nonResourceRules] = [others.resourceRules, others.nonResourceRules]
    .map((rules) =>
      Array.isArray(rules)
        ? [...new Set(rules.map((rule) => shownInProtobuf(asObject(rule) ?? {})))].sort()
        : null
    );
  const facts = { allowed, userInfo, resourceRules, nonResourceRules };
  return shownInProtobuf({ spec, status: facts as JsonObject });
}

/**
 * Verifies the kind that an envelope names: a message of another kind may be one that the exchanges
 * cannot read, and do not judge.
 */
function verifyTypeMeta(
  { target }: Scope,
  at: OperationOnType,
  { bytes, headers }: HttpResponse,
  after: HttpResponse,
): void {
  const type = typeOf(target, at)!;
  const { kind } = type;
  const isProtobuf = headers.get("content-type")?.startsWith(mediaTypes(target.dialect).protobuf);
  if (!isProtobuf || bytes === undefined) return;
  const [verb] = at.operation.split("-");
  const kinds = verb === "list"
    ? [`${kind}List`]
    : verb === "deletecollection"
    ? ["Status", `${kind}List`]
    // Real servers return an object that is not removed yet, and those of some other types.
    : verb === "delete"
    ? after.status === 404 && isSpecified(type) ? ["Status"] : ["Status", kind]
    : [kind];
  const actual = readEnvelope(bytes).kind;
  verify("negotiation.protobuf-type-meta", {
    holds: kinds.includes(actual),
    expected: `${at.operation} returns ${kinds.join(" or ")}`,
    actual,
  });
}

/** Reads the object of an operation as JSON. */
async function readBack(scope: Scope, at: OperationOnType): Promise<HttpResponse> {
  const { path } = requestFor(scope, { ...at, operation: "get" });
  const type = typeOf(scope.target, at)!;
  const [own, another] = ["object", "another"].map((name) => scope.name(name, type));
  return await scope.send({
    method: "GET",
    path: at.operation === "create" ? path.replace(own!, another!) : path,
  });
}

/** Returns a request with its body in a form other than JSON. */
export async function encodedRequest(
  scope: Scope,
  at: OperationOnType,
  form: Form,
  request: HttpRequest,
): Promise<HttpRequest> {
  const { body, ...others } = request;
  const object = asObject(body) ?? {};
  const headers = { ...request.headers, "content-type": mediaType(scope, form) };
  if (form === "yaml") return { ...others, headers, body: stringify(object) };
  const bytes = object.kind === "Deployment"
    ? await deploymentBytes(scope, at, object)
    : writeObject(object);
  return { ...others, headers, bytes };
}

/** Returns the bytes of a deployment: those of one that the server encodes, with other metadata. */
async function deploymentBytes(
  scope: Scope,
  at: OperationOnType,
  object: JsonObject,
): Promise<Uint8Array<ArrayBuffer>> {
  const type = typeOf(scope.target, at)!;
  if (at.operation === "create") await scope.create(type, scope.newObject(type));
  const { path } = requestFor(scope, { ...at, operation: "get" });
  const headers = { accept: mediaType(scope, "protobuf") };
  const { bytes, status } = await scope.send({ method: "GET", path, headers });
  if (status !== 200 || bytes === undefined) throw new Discard("no Protobuf could be read");
  return withMetadataIn(bytes, metadataOf(object));
}

/** Expects that a write or review did what it does with a body in JSON. */
async function expectEffect(
  scope: Scope,
  at: OperationOnType,
  form: Form,
  response: HttpResponse,
): Promise<void> {
  const id = BODIES[form];
  const { operation } = at;
  if (operation === "review") {
    const request = requestFor(scope, at);
    const inJson = await scope.send({ ...request, body: withSubject(request.body!) });
    if (inJson.status >= 300) throw rejected(inJson, "the review in JSON is rejected");
    const outcome = ({ status, json }: HttpResponse) =>
      status < 300 ? canonical(withoutServerFields(json)) : describeResponse(response);
    verify(id, { expected: outcome(inJson), actual: outcome(response) });
    return;
  }
  const after = await readBack(scope, at);
  if (operation === "delete" || operation === "deletecollection") {
    // A deletion of a collection may pass over what does not meet the preconditions.
    const isRejected = operation === "deletecollection" || response.status === 409;
    verify(id, {
      holds: isRejected && after?.status === 200,
      expected: "a conflict, as no object has the uid of the preconditions, and no deletion",
      actual: `${describeResponse(response)}, then ${after?.status}`,
    });
    return;
  }
  expectFormAccepted(id, response, 200, 201, 202);
  const sent = asObject(requestFor(scope, at).body) ?? {};
  // A write of the status leaves the labels as they were.
  const expected = operation === "update-status"
    ? labelsOf(scope.newObject(typeOf(scope.target, at)!))
    : labelsOf(sent);
  // A server may add labels of its own.
  const known = { ...labelsOf(sent), ...expected };
  const labels = Object.entries(labelsOf(asObject(after?.json) ?? {}));
  verify(id, { expected, actual: Object.fromEntries(labels.filter(([key]) => key in known)) });
}

/**
 * Returns a review without what the server adds to its metadata and words as it likes, and with its
 * rules in one order.
 */
function withoutServerFields(json: HttpResponse["json"]): JsonObject {
  const { metadata: _metadata, status, ...review } = asObject(json) ?? {};
  // A kube-apiserver lists the bindings that lack their role, in any order; other checks add some.
  const { reason: _reason, evaluationError: _error, ...decided } = asObject(status) ?? {};
  const sorted = Object.entries(decided).map(([field, value]) => [
    field,
    // The order of rules is insignificant, and one may be repeated.
    Array.isArray(value) ? [...new Set(value.map((each) => canonical(each)))].sort() : value,
  ]);
  return { ...review, status: Object.fromEntries(sorted) };
}
