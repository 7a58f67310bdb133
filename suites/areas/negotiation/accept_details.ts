/**
 * The `Accept` header in detail: its absence, quality values, parameters, and writes.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { namesOf, objectPath, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { hasOperation } from "../../session/operations.ts";
import { expectStatus } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { readEnvelope } from "../../model/protobuf_envelope.ts";
import {
  createObject,
  expectSameText,
  mediaTypeOf,
  mediaTypes,
  type ReadCase,
  readRequest,
  READS,
  unsupported,
} from "./requests.ts";
import { verify } from "../../verify.ts";

/** The operations on an existing object, its `status` or its collection, deletions last. */
const OPERATIONS = [
  ...READS,
  "create",
  ...WRITE_FORMS,
  "apply that creates",
  "get of status",
  "update of status",
  "merge patch of status",
  "delete",
  "deletecollection",
] as const;

interface OperationCase {
  readonly resource: string;
  readonly operation: typeof OPERATIONS[number];
}

const operations = (target: Target): OperationCase[] =>
  combinations<OperationCase>({ resource: namesOf(target), operation: OPERATIONS }, 0)
    .filter(({ resource, operation }) => hasOperation(typeNamed(target, resource), operation))
    .filter(({ resource, operation }) => {
      if (operation.endsWith("status") && resource !== "deployments") return false;
      const form = operation === "apply that creates" ? "apply" : operation;
      return !isForm(form) || supports(target, form);
    });

const isForm = (operation: string): operation is WriteForm =>
  (WRITE_FORMS as readonly string[]).includes(operation);

/** An `Accept` header of several media types, and the one that is preferred. */
interface PreferenceCase {
  readonly read: ReadCase;
  /** Quality values of JSON, Protobuf and Table, in thousandths; undefined for no parameter. */
  readonly first: "json" | "protobuf" | "table";
  readonly second: "json" | "protobuf" | "table";
  /** The one with the higher quality. */
  readonly preferred: 0 | 1;
  readonly qualities: readonly [lower: string, higher: string];
}

const FORMS = ["json", "protobuf", "table"] as const;

/** Forms that no server has: of another name, version or group than Tables. */
const OTHER_FORMS = [
  "as=Plumb;g=<meta>;v=v1",
  "as=Table;g=<meta>;v=v77",
  "as=Table;g=<meta>;v=v2",
  "as=Table;g=other;v=v1",
  "as=Table;g=other.<meta>;v=v1",
];

/** Checks of the `Accept` header. */
export const ACCEPT_DETAILS: readonly Check[] = [
  property<OperationCase>({
    id: "negotiation/protobuf-responses",
    title: "Every verb on every type can be answered in Protobuf to a request in JSON",
    requirements: ["negotiation.encodings-independent"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    ...enumerated(operations),
    run: async (scope, at) => {
      scope.note(at.operation);
      const { type, object } = await createObject(scope, { ...at, operation: "get" });
      const own = requestOf(scope, at, object);
      const { protobuf } = mediaTypes(scope.target.dialect);
      const headers = { ...own.headers, accept: protobuf };
      const response = await scope.send({ ...own, headers });
      const requirement = "negotiation.encodings-independent";
      expectStatus(requirement, response, 200, 201, 202);
      expectSameText(requirement, mediaTypeOf(response), protobuf);
      if (response.bytes === undefined) throw new Discard("the client keeps no bytes");
      const { kind } = envelopeOf(requirement, response);
      const isDeletion = at.operation.startsWith("delete");
      const isList = at.operation.startsWith("list") || at.operation === "deletecollection";
      const expected = isList ? `${type.kind}List` : type.kind;
      verify(requirement, {
        holds: kind === expected || (isDeletion && kind === "Status"),
        expected: `kind ${expected}`,
        actual: `kind ${kind}`,
      });
    },
  }),
  property<string>({
    id: "negotiation/not-acceptable-writes",
    title:
      "An operation whose response no accepted media type can carry gets 406 and has no effect",
    requirements: ["negotiation.not-acceptable", "negotiation.not-acceptable-changes-nothing"],
    version: 3,
    uses: ["strategic-merge-patch", "server-side-apply"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const { object } = await createObject(scope, { resource, operation: "get" });
      const path = pathOf(scope, resource, "object");
      const read = async () => canonical((await scope.send({ method: "GET", path })).json ?? null);
      const before = await read();
      const accepts = [`${unsupported(1)}, ${unsupported(2)};q=0.5`];
      const { protobuf } = mediaTypes(scope.target.dialect);
      // A server may find out that a type has no Protobuf encoding once it has written an object.
      const lacksProtobuf = scope.target.lacks?.includes("protobuf") === true &&
        (await scope.send({ method: "GET", path, headers: { accept: protobuf } })).status === 406;
      if (lacksProtobuf) accepts.push(protobuf);
      const own = operations(scope.target).filter((each) => each.resource === resource);
      for (const { at, accept } of accepts.flatMap((accept) => own.map((at) => ({ at, accept })))) {
        const own = requestOf(scope, at, object);
        const headers = { ...own.headers, accept };
        const response = await scope.send({ ...own, headers });
        expectStatus("negotiation.not-acceptable", response, 406);
        const isCreate = at.operation.includes("create");
        const made = pathOf(scope, resource, "new");
        const isSame = isCreate
          ? (await scope.send({ method: "GET", path: made })).status === 404
          : own.method === "GET" || await read() === before;
        verify("negotiation.not-acceptable-changes-nothing", {
          holds: isSame,
          expected: `no change of ${resource} by ${at.operation}`,
          actual: `a change by a request with status ${response.status}`,
        });
      }
    },
  }),
  property<PreferenceCase>({
    id: "negotiation/quality-values",
    title: "Of two accepted media types the one with the higher quality value is used",
    requirements: ["negotiation.quality-orders"],
    uses: ["protobuf", "table"],
    arbitrary: (target) => {
      const forms = FORMS.filter((form) => form === "json" || !target.lacks?.includes(form));
      const pair = fc.shuffledSubarray([...forms], { minLength: Math.min(2, forms.length) });
      return fc.record({
        read: fc.record<ReadCase>({
          resource: fc.constantFrom(...namesOf(target)),
          operation: fc.constantFrom(...READS),
        }),
        pair,
        preferred: fc.constantFrom(0, 1),
        qualities: fc.constantFrom(["0", "0.5"], ["0.1", "0.9"], ["0.5", ""], ["0", ""]),
      }).map(({ pair: [first, second], ...rest }) => ({
        ...rest,
        first: first!,
        second: second ?? first!,
      } as PreferenceCase));
    },
    run: async (scope, { read: what, first, second, preferred, qualities }) => {
      if (first === second) throw new Discard("the target has one form only");
      const { read } = await createObject(scope, what);
      const types = mediaTypes(scope.target.dialect);
      const accept = [first, second].map((form, at) => {
        const quality = qualities[at === preferred ? 1 : 0];
        return types[form] + (quality === "" ? "" : `;q=${quality}`);
      }).join(", ");
      const response = await scope.send({ ...read, headers: { accept } });
      expectStatus("negotiation.quality-orders", response, 200);
      const expected = preferred === 0 ? first : second;
      const isTable = asObject(response.json)?.kind === "Table";
      const form = mediaTypeOf(response) === types.protobuf
        ? "protobuf"
        : isTable
        ? "table"
        : "json";
      expectSameText("negotiation.quality-orders", form, expected);
    },
  }),
  property<{ read: ReadCase; parameters: readonly string[]; wrong: string; orJson: boolean }>({
    id: "negotiation/table-parameters",
    version: 2,
    title: "The parameters of the Table media type may have any order; others are not acceptable",
    requirements: [
      "negotiation.table-parameter-order",
      "negotiation.table-other-version",
      "negotiation.some-acceptable-type",
    ],
    features: ["table"],
    arbitrary: (target) =>
      fc.record({
        read: fc.record<ReadCase>({
          resource: fc.constantFrom(...namesOf(target)),
          operation: fc.constantFrom(...READS),
        }),
        parameters: fc.shuffledSubarray(["as=Table", "g=", "v=v1"], { minLength: 3 }),
        wrong: fc.constantFrom(...OTHER_FORMS),
        orJson: fc.boolean(),
      }),
    run: async (scope, { read: what, parameters, wrong, orJson }) => {
      const { read } = await createObject(scope, what);
      const group = `g=meta.${scope.target.dialect.suffix}`;
      const words = parameters.map((word) => word === "g=" ? group : word);
      const headers = { accept: `application/json;${words.join(";")}` };
      const response = await scope.send({ ...read, headers });
      expectStatus("negotiation.table-parameter-order", response, 200);
      const kind = String(asObject(response.json)?.kind);
      expectSameText("negotiation.table-parameter-order", kind, "Table");
      const form = `application/json;${wrong.replace("<meta>", group.slice(2))}`;
      const accept = orJson ? `${form}, application/json` : form;
      const other = await scope.send({ ...read, headers: { accept } });
      if (orJson) {
        expectStatus("negotiation.some-acceptable-type", other, 200);
        const isTable = asObject(other.json)?.kind === "Table";
        expectSameText("negotiation.some-acceptable-type", isTable ? "Table" : "JSON", "JSON");
        return;
      }
      expectStatus("negotiation.table-other-version", other, 406);
    },
  }),
  example({
    id: "negotiation/no-accept-header",
    title: "A request without an `Accept` header gets JSON",
    requirements: ["negotiation.json-without-accept"],
    run: async (scope) => {
      const requirement = "negotiation.json-without-accept";
      await everyType(scope, typesOf(scope.target), async (type) => {
        await createObject(scope, { resource: type.resource, operation: "get" });
        for (const operation of READS) {
          const { path } = readRequest(scope, { resource: type.resource, operation });
          // `fetch` always adds the header.
          const response = await scope.send({ method: "GET", path, bare: true });
          const { status, text } = response;
          const mediaType = mediaTypeOf(response);
          const isJson = mediaType === "application/json" && /^\s*\{/.test(text);
          const kind = operation === "get" ? type.kind : `${type.kind}List`;
          verify(requirement, {
            holds: status === 200 && isJson && JSON.parse(text).kind === kind,
            expected: `200 and a ${kind} in JSON`,
            actual: `${status} ${mediaType}: ${text.slice(0, 100)}`,
          });
        }
      });
    },
  }),
  example({
    id: "negotiation/documents",
    types: "none",
    title: "Documents about the API are negotiated like objects",
    requirements: ["negotiation.documents"],
    run: async (scope) => {
      const { dialect } = scope.target;
      for (const path of ["/version", "/api", "/api/v1", "/apis", "/apis/apps/v1"]) {
        const plain = await scope.send({ method: "GET", path });
        if (plain.status !== 200) continue;
        for (const [accept, status] of documentAccepts(dialect)) {
          const response = await scope.send({ method: "GET", path, headers: { accept } });
          expectStatus("negotiation.documents", response, status);
          if (status !== 200 || accept.includes("protobuf")) continue;
          expectSameText("negotiation.documents", mediaTypeOf(response), "application/json");
        }
      }
    },
  }),
];

/** Returns values of `Accept`, and the status that each gets. */
function documentAccepts(dialect: Target["dialect"]): [string, number][] {
  const { protobuf, table, json } = mediaTypes(dialect);
  return [
    [`${protobuf}, ${json}`, 200],
    [`text/html, ${json};q=0.5`, 200],
    [`${table}, ${json}`, 200],
    ["*/*", 200],
    ["text/html", 406],
  ];
}

function pathOf(scope: Scope, resource: string, words: string): string {
  const type = typeNamed(scope.target, resource);
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name(words, type) });
}

function envelopeOf(requirement: RequirementId, { bytes }: HttpResponse): { kind: string } {
  try {
    return readEnvelope(bytes!);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Violation(requirement, { expected: "a Protobuf envelope", actual: error.message });
  }
}

/** Returns the request of an operation on an object. */
function requestOf(
  scope: Scope,
  { resource, operation }: OperationCase,
  object: JsonObject,
): HttpRequest {
  const type = typeNamed(scope.target, resource);
  const list = readRequest(scope, { resource, operation: "list" });
  const { path } = readRequest(scope, { resource, operation: "get" });
  const labels = { changed: "yes" };
  if (isForm(operation)) {
    return changeRequest(scope, type, object, operation, { metadata: { labels } });
  }
  const subresource = "status" as const;
  switch (operation) {
    case "get":
    case "list":
    case "list-all":
      return readRequest(scope, { resource, operation });
    case "create":
      return { method: "POST", path: list.path, body: scope.newObject(type, { name: "new" }) };
    case "apply that creates": {
      const another = scope.newObject(type, { name: "new" });
      return changeRequest(scope, type, another, "apply", another);
    }
    case "get of status":
      return { method: "GET", path: `${path}/status` };
    case "update of status":
    case "merge patch of status": {
      const change = { status: { replicas: 1, observedGeneration: 1 } };
      const form = operation.startsWith("update") ? "update" : "merge-patch";
      return changeRequest(scope, type, object, form, change, { subresource });
    }
    case "delete":
      return { method: "DELETE", path };
    case "deletecollection":
      return { ...list, method: "DELETE" };
  }
}
