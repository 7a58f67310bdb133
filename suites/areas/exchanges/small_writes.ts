/**
 * Small writes to objects that have all their fields: every patch, an apply, an update with what was
 * read, and a deletion that a finalizer holds, with bodies and responses in every form. The observer of
 * the execution compares what they do not name.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { changeBeside } from "../../model/exchanges/unnamed_fields.ts";
import { resourceRequestOf } from "../../model/exchanges/resource_request.ts";
import { filledIn, merged, rightValue } from "../../model/fields/shape.ts";
import { FIELDED_TYPES } from "../../model/fields/stored_types.ts";
import { asObject, metadataOf, nameOf, namespaceOf } from "../../model/object.ts";
import { hasStatus, isSpecified, type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, rejected } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import { recordViolation, verify } from "../../verify.ts";
import { READ_FORMS } from "./read_forms.ts";

const KEPT = "exchanges.unnamed-fields-kept";

/** A finalizer that no controller removes. */
const FINALIZER = "plumbline.example/hold";

/** The writes: echoes send what was read. */
const WRITES = [
  "merge patch",
  "json patch",
  "strategic merge patch",
  "apply",
  "echo",
  "delete",
] as const;

type Write = typeof WRITES[number];

interface SmallWrite {
  readonly resource: string;
  readonly subresource: "" | "status";
  readonly write: Write;
  /** The position of the values of the object. */
  readonly position: number;
}

/** What a target needs for a write. */
const NEEDED: Readonly<Partial<Record<Write, string>>> = {
  "merge patch": "merge-patch",
  "json patch": "json-patch",
  "strategic merge patch": "strategic-merge-patch",
  "apply": "server-side-apply",
  "echo": "update",
};

function casesOf(target: Target): SmallWrite[] {
  return typesOf(target).flatMap((type) => {
    const { resource, unserved = [] } = type;
    const isServed = (write: Write) => {
      const needed = NEEDED[write];
      if (needed !== undefined && target.lacks?.includes(needed as never)) return false;
      if (write === "delete") return true;
      return !unserved.includes(write === "echo" ? "update" : "patch");
    };
    const subresources = hasStatus(type) && isSpecified(type)
      ? ["", "status"] as const
      : [""] as const;
    return subresources.flatMap((subresource) =>
      WRITES.filter((write) => isServed(write) && (subresource === "" || write !== "delete"))
        .flatMap((write) => [0, 1].map((position) => ({ resource, subresource, write, position })))
    );
  });
}

/** Checks of small writes. */
export const SMALL_WRITES: readonly Check[] = [
  property<SmallWrite>({
    id: "exchanges/small-writes",
    title: "A write that names one field leaves all others of an object as they are, in every form",
    requirements: [KEPT, "exchanges.fields-as-written", "exchanges.one-state-per-version"],
    uses: [
      "yaml",
      "protobuf",
      "table",
      "dry-run",
      "server-side-apply",
      "strategic-merge-patch",
    ],
    ...enumerated(casesOf),
    run: async (scope, small) => {
      const { resource, subresource, write, position } = small;
      scope.note(`${write} of ${resource} ${subresource}`);
      const type = typesOf(scope.target).find((each) => each.resource === resource)!;
      const objects = new Objects(scope, type);
      const object = fullObject(scope, type, position);
      await objects.create(object);
      const path = objects.pathOf(object);
      if (subresource === "status") {
        const response = await scope.send({
          method: "PUT",
          path: `${path}/status`,
          body: merged(object, filled(scope, "deployments/status", object, position)),
        });
        accepted(response, "the status could not be written");
      }
      await scope.send({ method: "GET", path });
      for (const [index, { accept, query = {} }] of formsOf(scope).entries()) {
        // An echo reads what it sends.
        if (write !== "echo" || subresource !== "" || query.pretty !== undefined) {
          await scope.send({ method: "GET", path, query, headers: { accept } });
        }
        if (write === "echo") {
          await echo(scope, type, subresource === "" ? path : `${path}/status`, accept);
          continue;
        }
        if (subresource !== "") {
          await scope.send({ method: "GET", path: `${path}/status`, query, headers: { accept } });
        }
        if (write === "delete") continue;
        const request = smallPatch(small, object, index);
        const send = (more: Readonly<Record<string, string>>) =>
          scope.send({
            ...request,
            path: subresource === "" ? path : `${path}/status`,
            query: { ...request.query, ...query, ...more },
            headers: { ...request.headers, accept },
          });
        if (!scope.target.lacks?.includes("dry-run")) await send({ dryRun: "All" });
        const response = await send({});
        if (isCalledInvalid(response)) throw rejected(response, "a small write was rejected");
        await scope.send({ method: "GET", path });
      }
      if (write !== "delete") return;
      await scope.send({ method: "DELETE", path });
      await scope.send({ method: "GET", path });
    },
  }),
];

interface ResponseForm {
  readonly accept: string;
  readonly query?: Readonly<Record<string, string>>;
}

function formsOf({ target: { dialect, lacks = [] } }: Scope): ResponseForm[] {
  const served = READ_FORMS.filter(({ feature }) =>
    feature === undefined || !lacks.includes(feature)
  );
  return [
    ...served.map(({ accept }) => ({ accept: accept(dialect)[0] })),
    { accept: "application/json", query: { pretty: "true" } },
  ];
}

/** Returns an object with all fields of its type, zero values among them. */
function fullObject(scope: Scope, type: ResourceType, position: number): JsonObject {
  const own = scope.newObject(type, { name: "full", content: position });
  const id = type.resource;
  const isKnown = isSpecified(type) && FIELDED_TYPES.some((each) => each.id === id);
  const { apiVersion, kind, metadata } = own;
  const object = isKnown
    ? merged({ apiVersion, kind, metadata } as JsonObject, filled(scope, id, own, position))
    : own;
  const annotations = { "plumbline.example/empty": "", "plumbline.example/note": "Grüße" };
  return merged(object, {
    metadata: { annotations, labels: { empty: "", step: "first" }, finalizers: [FINALIZER] },
  });
}

function filled(scope: Scope, id: string, object: JsonObject, position: number): JsonObject {
  const { shape } = FIELDED_TYPES.find((each) => each.id === id)!;
  return filledIn(rightValue(shape, position), {
    name: nameOf(object),
    namespace: namespaceOf(object),
    group: `rbac.authorization.${scope.target.dialect.suffix}`,
  }) as JsonObject;
}

/** Returns a patch that names one field. */
function smallPatch(
  { subresource, write }: SmallWrite,
  object: JsonObject,
  index: number,
): Pick<HttpRequest, "method" | "query" | "headers"> & { body: Json } {
  const isStatus = subresource === "status";
  const change: JsonObject = isStatus
    ? { status: { observedGeneration: index + 1 } }
    : { metadata: { labels: { step: `s${index}` } } };
  const patch = (type: string, body: Json, query: HttpRequest["query"] = {}) => ({
    method: "PATCH" as const,
    query,
    headers: { "content-type": `application/${type}` },
    body,
  });
  switch (write) {
    case "json patch":
      return patch("json-patch+json", [{
        op: "add",
        path: isStatus ? "/status/observedGeneration" : "/metadata/labels/step",
        value: isStatus ? index + 1 : `s${index}`,
      }]);
    case "apply": {
      const { apiVersion, kind } = object;
      const { name, namespace } = metadataOf(object);
      const own = { apiVersion, kind, metadata: { name, ...(namespace && { namespace }) } };
      const query = { fieldManager: "plumbline-small-writes", force: "true" };
      return patch("apply-patch+yaml", merged(own as JsonObject, change), query);
    }
    case "strategic merge patch":
      return patch("strategic-merge-patch+json", change);
    default:
      return patch("merge-patch+json", change);
  }
}

/** Returns true for a response that says that the request itself is wrong. */
const isCalledInvalid = ({ status }: HttpResponse): boolean => status === 400 || status === 422;

/** Reads an object in a form and sends it back: nothing changes. */
async function echo(scope: Scope, type: ResourceType, path: string, accept: string): Promise<void> {
  const before = asObject((await scope.send({ method: "GET", path })).json);
  const read = await scope.send({ method: "GET", path, headers: { accept } });
  const given = (read.headers.get("content-type") ?? "").split(";")[0]!;
  const isBytes = given.endsWith(".protobuf");
  const isState = isBytes || given === "application/yaml" ||
    asObject(read.json)?.kind === type.kind;
  if (before === undefined || read.status !== 200 || !isState) return;
  const request: HttpRequest = {
    method: "PUT",
    path,
    headers: { "content-type": given, accept: "application/json" },
    ...isBytes && read.bytes !== undefined
      ? { bytes: new Uint8Array(read.bytes) }
      : { body: read.text },
  };
  const response = await scope.send(request);
  if (isCalledInvalid(response)) {
    // Of other types a server may have rules that what it stores does not meet.
    if (!isSpecified(type)) throw rejected(response, "an object was rejected as it was read");
    return recordViolation(KEPT, {
      expected: `the object to be accepted as it was read in ${given}`,
      actual: describeResponse(response),
    });
  }
  const after = asObject(response.json);
  // Others may have written in between.
  if (response.status >= 300 || after === undefined) return;
  const resource = resourceRequestOf(request)!;
  const change = changeBeside({}, { resource, before, after, proven: true });
  verify(KEPT, {
    holds: change === undefined,
    expected: `the object as it was read and sent back in ${given}`,
    actual: `${change?.path}: ${JSON.stringify(change?.after)?.slice(0, 300)}, before ${
      JSON.stringify(change?.before)?.slice(0, 300)
    }`,
  });
}
