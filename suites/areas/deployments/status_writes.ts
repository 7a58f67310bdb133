/**
 * Checks of partial writes to the status subresource, by every form of writes, and of what they
 * must not change.
 *
 * @module
 */
import fc from "fast-check";
import { combinations } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { readResponse } from "../../model/exchanges/forms.ts";
import { asObject, labelsOf, metadataOf } from "../../model/object.ts";
import { deployment } from "../../resources/deployment.ts";
import { collectionPath } from "../../resources/path.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import { pathOfObject, withMetadata } from "../../session/write_request.ts";
import { rejected } from "../../session/objects.ts";
import { stopUnless, verify } from "../../verify.ts";

/** The forms of writes to an existing object. */
const FORMS = ["PUT", "merge", "JSON", "strategic", "apply"] as const;

type Form = typeof FORMS[number];

const TYPES: Readonly<Record<Exclude<Form, "PUT">, string>> = {
  merge: "application/merge-patch+json",
  JSON: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** A condition that no controller manages, so that only clients change it. */
const KEPT = { type: "PlumblineKept", status: "Unknown" };

/** Statuses of which each leaves out most fields. */
const PARTS: readonly JsonObject[] = [
  {},
  { replicas: 3 },
  { replicas: 3, readyReplicas: 2 },
  { replicas: 3, readyReplicas: 2, availableReplicas: 1 },
  { replicas: 3, updatedReplicas: 3 },
  { unavailableReplicas: 2 },
  { collisionCount: 2 ** 31 - 1 },
  { observedGeneration: 2 ** 53 - 1 },
  { conditions: [{ ...KEPT, reason: "Kept" }, { type: "Other", status: "True" }] },
];

interface PartCase {
  readonly form: Form;
  /** The number of the part. */
  readonly part: number;
}

const formsOf = ({ lacks }: Target): Form[] =>
  FORMS.filter((form) =>
    !(form === "strategic" && lacks?.includes("strategic-merge-patch")) &&
    !(form === "apply" && lacks?.includes("server-side-apply"))
  );

/** Returns the media types of a read: each number has another form, if the target has it. */
function acceptOf({ target: { dialect } }: Scope, number: number): string {
  const forms = [
    "application/json",
    `application/vnd.${dialect.name}.protobuf`,
    "application/yaml",
  ];
  return `${forms[number % forms.length]}, application/json`;
}

const casesOf = (target: Target, seed: number): PartCase[] =>
  combinations<PartCase>({ form: formsOf(target), part: PARTS.map((_, part) => part) }, seed);

/** Checks of partial writes of the status. */
export const STATUS_WRITES: readonly Check[] = [
  property<PartCase>({
    id: "deployments/status-parts",
    version: 2,
    title:
      "Every field of the status is optional, and every read in every form shows what was written",
    requirements: ["deployments.status-fields-optional", "deployments.status-read-back"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) => fc.constantFrom(...casesOf(target, 0)),
    caseList: (target, { seed, runs }) => ({ inputs: casesOf(target, seed).slice(0, runs) }),
    run: async (scope, { form, part }) => {
      scope.note(form);
      const object = await createDeployment(scope);
      const conditions = (PARTS[part]!.conditions ?? [KEPT]) as Json[];
      const status = { ...PARTS[part], conditions };
      const written = await scope.send(writeOf(scope, object, form, { status }));
      if (written.status === 409) throw new Discard("another client changed the deployment");
      const isAccepted = verify("deployments.status-fields-optional", {
        holds: written.status < 300,
        expected: `success of ${JSON.stringify(status)} by ${form}`,
        actual: describeResponse(written),
      });
      stopUnless(isAccepted, "the fields of the status");
      const after = asObject(written.json) ?? {};
      expectFields("deployments.status-fields-optional", status, after);
      const path = pathOfObject(scope, deployment, object);
      const query = { labelSelector: scope.selector };
      const list = collectionPath(deployment, scope.target.dialect, scope.namespaces[0]);
      const requests: HttpRequest[] = [
        { method: "GET", path },
        { method: "GET", path: `${path}/status` },
        { method: "GET", path: list, query },
      ];
      for (const [index, request] of requests.entries()) {
        // Each read has another form for the next part, and for the next form of the write.
        const accept = acceptOf(scope, part + FORMS.indexOf(form) + index);
        const response = await scope.send({ ...request, headers: { accept } });
        const body = asObject(readResponse(response).json);
        // In Protobuf a server may have other numbers for the fields.
        if (body === undefined) continue;
        const read = Array.isArray(body.items) ? asObject(body.items[0]) ?? {} : body;
        // A controller may have changed everything but the condition meanwhile.
        const isSame = metadataOf(read).resourceVersion === metadataOf(after).resourceVersion;
        const expected = isSame ? status : { conditions: [conditions[0]!] };
        expectFields("deployments.status-read-back", expected, read);
      }
    },
  }),
  property<{ form: Form; field: string }>({
    id: "deployments/status-changes-status-only",
    version: 2,
    title: "A write to the status changes neither spec nor labels; other writes set no status",
    requirements: [
      "deployments.status-leaves-spec",
      "deployments.status-leaves-labels",
      "deployments.spec-leaves-status",
      "deployments.status-stale-rejected",
      "deployments.create-leaves-status",
    ],
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) => fc.constantFrom(...protectedCases(target, 0)),
    caseList: (target, { seed, runs }) => ({ inputs: protectedCases(target, seed).slice(0, runs) }),
    run: async (scope, { form, field }) => {
      scope.note(field);
      const object = await createDeployment(scope, { status: { replicas: 7 } }, {
        deleted: field === DELETED,
      });
      if (field === "create") {
        const actual = asObject(object.status)?.replicas ?? 0;
        return expectEqual("deployments.create-leaves-status", actual, 0);
      }
      if (field === "version") return await staleStatus(scope, object, form);
      if (field === "status") return await statusOfObject(scope, object, form);
      const change: JsonObject = field === "labels"
        ? { metadata: { labels: { ...labelsOf(object), changed: "yes" } } }
        : { spec: { ...(form === "PUT" && asObject(object.spec)), ...SPECS[field]! } };
      const write = writeOf(scope, object, form, { ...change, status: { conditions: [KEPT] } });
      const written = await scope.send(write);
      // A server may reject what the subresource does not change.
      if (written.status >= 300) throw rejected(written, "the status could not be written");
      const { json } = await scope.send({
        method: "GET",
        path: pathOfObject(scope, deployment, object),
      });
      const after = asObject(json) ?? {};
      expectEqual("deployments.status-leaves-spec", after.spec ?? null, object.spec ?? null);
      expectEqual("deployments.status-leaves-labels", labelsOf(after), labelsOf(object));
    },
  }),
  example({
    id: "deployments/merged-lists",
    title: "Strategic patches merge conditions by `type` and retain keys of the strategy",
    requirements: ["deployments.conditions-merge", "deployments.strategy-retains-keys"],
    features: ["strategic-merge-patch"],
    run: async (scope) => {
      const object = await createDeployment(scope);
      const conditions = [{ ...KEPT, message: "kept" }, { type: "Other", status: "True" }];
      for (const some of [conditions, [{ type: "Other", status: "False" }]]) {
        const change = { status: { conditions: some } };
        const response = await scope.send(writeOf(scope, object, "strategic", change));
        if (response.status >= 300) throw rejected(response, "the status could not be written");
      }
      const path = pathOfObject(scope, deployment, object);
      const { json } = await scope.send({ method: "GET", path });
      const merged = asObject(asObject(json)?.status)?.conditions;
      const words = (Array.isArray(merged) ? merged : []).map((each) => asObject(each) ?? {})
        .map(({ type, status, message }) => `${type} ${status} ${message ?? ""}`.trim()).sort();
      const expected = ["Other False", "PlumblineKept Unknown kept"];
      const own = words.filter((word) => /Other|PlumblineKept/.test(word));
      expectEqual("deployments.conditions-merge", own, expected);
      // The default strategy has the key `rollingUpdate`, which this type must not have.
      const strategy = { $retainKeys: ["type"], type: "Recreate" };
      const headers = { "content-type": TYPES.strategic };
      const body = { spec: { strategy } };
      const response = await scope.send({ method: "PATCH", path, headers, body });
      expectStatus("deployments.strategy-retains-keys", response, 200, 201);
      const actual = asObject(asObject(response.json)?.spec)?.strategy ?? null;
      expectEqual("deployments.strategy-retains-keys", actual, { type: "Recreate" });
    },
  }),
];

/** The spec of a deployment that waits for its finalizers. */
const DELETED = "spec.replicas while it is deleted";

/** Fields of the spec that a write to the status must not change. */
const SPECS: Readonly<Record<string, JsonObject>> = {
  [DELETED]: { replicas: 5 },
  "spec.replicas": { replicas: 5 },
  "spec.revisionHistoryLimit": { revisionHistoryLimit: 7 },
  "spec.strategy": { paused: true, strategy: { type: "Recreate", rollingUpdate: null } },
};

const protectedCases = (target: Target, seed: number) =>
  combinations<{ form: Form; field: string }>({
    form: formsOf(target),
    field: [...Object.keys(SPECS), "labels", "status", "version", "create"],
  }, seed).filter(({ form, field }) =>
    form === "PUT" || field !== "create" && (field !== "version" || form === "merge")
  );

/** Writes a status to the deployment itself, which must not change it. */
async function statusOfObject(scope: Scope, object: JsonObject, form: Form): Promise<void> {
  const set = writeOf(scope, object, "merge", { status: { conditions: [KEPT], replicas: 2 } });
  const before = await scope.send(set);
  if (before.status >= 300) throw rejected(before, "the status could not be written");
  const other = [{ ...KEPT, status: "False" }, { type: "Other", status: "True" }];
  const change = { status: { conditions: other, replicas: 9, collisionCount: 9 } };
  const write = writeOf(scope, object, form, {
    ...change,
    spec: { ...(form === "PUT" && asObject(object.spec)), revisionHistoryLimit: 7 },
  });
  const written = await scope.send({ ...write, path: write.path.replace(/\/status$/, "") });
  if (written.status >= 300) throw rejected(written, "the deployment could not be written");
  const { json } = await scope.send({
    method: "GET",
    path: pathOfObject(scope, deployment, object),
  });
  for (const each of [written.json, json]) {
    const { conditions, replicas, collisionCount } = asObject(asObject(each)?.status) ?? {};
    const types = (Array.isArray(conditions) ? conditions : []).map((one) => asObject(one) ?? {})
      .filter(({ type }) => type === "Other" || type === KEPT.type)
      .map(({ type, status }) => `${type} ${status}`);
    expectEqual("deployments.spec-leaves-status", types, [`${KEPT.type} ${KEPT.status}`]);
    // A controller may count.
    const isKept = replicas !== 9 && collisionCount !== 9;
    expectEqual("deployments.spec-leaves-status", isKept, true);
  }
}

async function staleStatus(scope: Scope, object: JsonObject, form: Form): Promise<void> {
  const path = pathOfObject(scope, deployment, object);
  const labels = { changed: "yes" };
  const headers = { "content-type": TYPES.merge };
  const changed = await scope.send({
    method: "PATCH",
    path,
    headers,
    body: { metadata: { labels } },
  });
  if (changed.status >= 300) throw rejected(changed, "the deployment could not be changed");
  const { resourceVersion } = metadataOf(object);
  const metadata = form === "PUT" ? object.metadata! : { resourceVersion: resourceVersion! };
  const change = { metadata, status: { replicas: 5 } };
  const response = await scope.send(writeOf(scope, object, form, change));
  expectStatus("deployments.status-stale-rejected", response, 409);
}

/** Creates a deployment, and deletes it so that it waits for a finalizer if asked to. */
async function createDeployment(
  scope: Scope,
  fields: JsonObject = {},
  { deleted = false } = {},
): Promise<JsonObject> {
  const finalizers = ["plumbline.invalid/finalizer"];
  const own = scope.newObject(deployment);
  const response = await scope.create(deployment, {
    ...(deleted ? withMetadata(own, { finalizers }) : own),
    ...fields,
  });
  const object = asObject(response.json);
  if (response.status >= 300 || object === undefined) {
    throw rejected(response, "the deployment could not be created");
  }
  if (!deleted) return object;
  const path = pathOfObject(scope, deployment, object);
  const answer = await scope.send({ method: "DELETE", path });
  if (answer.status >= 300) throw rejected(answer, "the deployment could not be deleted");
  return object;
}

/** Returns a write of fields to the status subresource. */
function writeOf(
  scope: Scope,
  object: JsonObject,
  form: Form,
  { metadata, ...fields }: JsonObject,
): HttpRequest {
  const path = `${pathOfObject(scope, deployment, object)}/status`;
  const { resourceVersion: _version, managedFields: _fields, ...own } = metadataOf(object);
  if (form === "PUT") {
    const body = { ...object, metadata: { ...own, ...asObject(metadata) }, ...fields };
    return { method: "PUT", path, body };
  }
  const headers = { "content-type": TYPES[form] };
  const changes = { ...(metadata !== undefined && { metadata }), ...fields };
  if (form === "JSON") {
    const labels = asObject(metadata)?.labels;
    const { spec, ...whole } = fields;
    const body = [
      ...Object.entries(asObject(spec) ?? {})
        .map(([field, value]) => ({ op: "add", path: `/spec/${field}`, value })),
      ...Object.entries(whole).map(([field, value]) => ({ op: "add", path: `/${field}`, value })),
      ...(labels === undefined ? [] : [{ op: "add", path: "/metadata/labels", value: labels }]),
    ];
    return { method: "PATCH", path, headers, body };
  }
  if (form !== "apply") return { method: "PATCH", path, headers, body: changes };
  const { apiVersion, kind } = object;
  const { name, namespace } = own;
  const place = { name: name!, namespace: namespace!, ...asObject(metadata) };
  const body = { apiVersion: apiVersion!, kind: kind!, ...fields, metadata: place };
  const query = { fieldManager: "plumbline-status", force: "true" };
  return { method: "PATCH", path, headers, body, query };
}

/** Verifies that the status has these fields; zeros may be omitted. */
function expectFields(requirement: RequirementId, expected: JsonObject, object: JsonObject): void {
  const status = asObject(object.status) ?? {};
  const { conditions, ...counts } = expected;
  for (const [field, value] of Object.entries(counts)) {
    expectEqual(requirement, { [field]: status[field] ?? 0 }, { [field]: value });
  }
  const returned = Array.isArray(status.conditions) ? status.conditions : [];
  for (const condition of conditions as JsonObject[]) {
    const same = returned.map((each) => asObject(each) ?? {})
      .find(({ type }) => type === condition.type) ?? {};
    const { status: actual = null, reason = "" } = same;
    const wanted = { status: condition.status!, reason: condition.reason ?? "" };
    expectEqual(requirement, { status: actual, reason }, wanted);
  }
}

function expectEqual(requirement: RequirementId, actual: Json, expected: Json): void {
  const [actualText, expectedText] = [canonical(actual), canonical(expected)];
  verify(requirement, { expected: expectedText, actual: actualText });
}
