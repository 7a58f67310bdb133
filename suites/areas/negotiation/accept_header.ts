/**
 * The media type of responses, by the `Accept` header, and of request bodies.
 *
 * @module
 */
import fc from "fast-check";
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { namesOf, objectPath, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectError, expectStatus } from "../../session/violation.ts";
import { type OperationOnType, operationsOn, requestFor } from "../../session/operations.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import {
  createObject,
  everyRead,
  expectSameText,
  mediaTypeOf,
  mediaTypes,
  type ReadCase,
  readCase,
  readRequest,
  READS,
  unsupported,
} from "./requests.ts";
import { rejected } from "../../session/objects.ts";

/** Media types to accept; a number stands for an unsupported one. */
interface SeveralCase {
  readonly read: ReadCase;
  readonly types: readonly (number | "json" | "protobuf" | "table")[];
}

const number = () => fc.nat(9_999);

/** Stands for Protobuf where the target lacks it, which then is an unsupported media type. */
const LACKED = -1;

const FORMS = ["json", "protobuf", "table"] as const;

const severalCase = (target: Target, lacked = false) =>
  fc.record({
    read: readCase(target),
    types: fc.tuple(
      fc.array(
        lacked && target.lacks?.includes("protobuf")
          ? fc.oneof(number(), fc.constant(LACKED))
          : number(),
        { maxLength: 2 },
      ),
      fc.shuffledSubarray(
        FORMS.filter((form) => form === "json" || !target.lacks?.includes(form)),
        { minLength: 1 },
      ),
    ).map((parts) => parts.flat()),
  });

/** Values of the parameter `pretty`. */
const PRETTY = ["true", "false", "1", "0"] as const;

/** Checks of media types. */
export const ACCEPT_HEADER: readonly Check[] = [
  property<{ resource: string }>({
    id: "negotiation/json",
    version: 2,
    title: "The response is JSON unless the request accepts another media type",
    requirements: [
      "negotiation.json-by-default",
      "negotiation.json-for-every-type",
      "negotiation.json-content-type",
    ],
    ...enumerated((target) => namesOf(target).map((resource) => ({ resource }))),
    run: async (scope, { resource }) => {
      const { type } = await createObject(scope, { resource, operation: "get" });
      for (const operation of READS) {
        for (const accept of ["*/*", "application/*", "application/json;charset=utf-8"]) {
          const read = readRequest(scope, { resource, operation });
          const response = await scope.send({ ...read, headers: { accept } });
          // Real servers may know no pattern of subtypes.
          if (accept === "application/*" && response.status === 406) continue;
          const requirement = accept.endsWith("*")
            ? "negotiation.json-by-default"
            : "negotiation.json-for-every-type";
          expectStatus(requirement, response, 200);
          const kind = operation === "get" ? type.kind : `${type.kind}List`;
          expectSameText(requirement, `${asObject(response.json)?.kind}`, kind);
          expectSameText(
            "negotiation.json-content-type",
            mediaTypeOf(response),
            "application/json",
          );
        }
      }
    },
  }),
  property<OperationOnType>({
    id: "negotiation/not-acceptable",
    version: 2,
    title: "A request that accepts no supported media type gets 406",
    requirements: ["negotiation.not-acceptable"],
    uses: ["reviews"],
    ...enumerated((target) => operationsOn(target).filter(isReadOrReview)),
    run: async (scope, at) => {
      scope.note(at.operation);
      const what = { resource: at.resource, operation: "get" } as const;
      if (at.operation.startsWith("get")) await createObject(scope, what);
      for (const accept of [unsupported(1), `${unsupported(2)}, ${unsupported(3)};q=0.5`]) {
        const response = await scope.send({ ...requestFor(scope, at), headers: { accept } });
        expectStatus("negotiation.not-acceptable", response, 406);
      }
    },
  }),
  property<SeveralCase>({
    id: "negotiation/some-acceptable-type",
    version: 2,
    title: "A request that accepts several media types gets a response in one of them",
    requirements: ["negotiation.some-acceptable-type"],
    uses: ["protobuf", "table"],
    arbitrary: (target) => severalCase(target, true),
    run: async (scope, input) => {
      const { types } = input;
      const response = await readAccepting(scope, input);
      expectStatus("negotiation.some-acceptable-type", response, 200);
      const forms: readonly string[] = [
        ...types.filter((type) => typeof type === "string"),
        // Some types of the target may have it.
        ...(types.includes(LACKED) ? ["protobuf"] : []),
      ];
      if (forms.includes(formOf(mediaTypeOf(response), response.json))) return;
      expectSameText("negotiation.some-acceptable-type", mediaTypeOf(response), forms.join(" or "));
    },
  }),
  property<SeveralCase>({
    id: "negotiation/first-supported-type",
    title: "A request that accepts several media types gets a response in the first supported one",
    requirements: ["negotiation.first-supported-type"],
    uses: ["protobuf", "table"],
    arbitrary: (target) => severalCase(target),
    run: async (scope, input) => {
      const { types } = input;
      const response = await readAccepting(scope, input);
      const first = types.find((type) => typeof type === "string")!;
      scope.note(`${first} first`);
      const form = formOf(mediaTypeOf(response), response.json);
      expectSameText("negotiation.first-supported-type", form, first);
    },
  }),
  property<{ read: ReadCase }>({
    id: "negotiation/pretty",
    title: "The parameter `pretty` changes neither the content nor the form of a response",
    version: 2,
    requirements: ["negotiation.pretty-keeps-content"],
    uses: ["protobuf", "table"],
    ...enumerated((target) => everyRead(target).map((read) => ({ read }))),
    run: async (scope, { read: what }) => {
      const { read } = await createObject(scope, what);
      const plain = await scope.send(read);
      if (plain.status !== 200) throw rejected(plain, "the object could not be read");
      const queries = PRETTY.map((pretty) => ({ ...read.query, pretty }));
      for (const query of queries) {
        const response = await scope.send({ ...read, query });
        expectStatus("negotiation.pretty-keeps-content", response, 200);
        // The resourceVersion of a list may change when other clients write in between.
        expectSameText("negotiation.pretty-keeps-content", contentOf(response), contentOf(plain));
      }
      const types = mediaTypes(scope.target.dialect);
      for (const accept of [types.protobuf, types.table]) {
        const headers = { accept };
        // A form that the target lacks stays one.
        const as = await scope.send({ ...read, headers });
        for (const query of queries) {
          const prettily = await scope.send({ ...read, query, headers });
          expectSameText("negotiation.pretty-keeps-content", formIn(prettily), formIn(as));
        }
      }
    },
  }),
  property<OperationOnType>({
    id: "negotiation/unsupported-body-type",
    title: "A request body with an unsupported media type gets 415 and has no effect",
    version: 3,
    requirements: [
      "negotiation.unsupported-body-type",
      "negotiation.unsupported-body-changes-nothing",
    ],
    uses: ["reviews"],
    ...enumerated((target) =>
      operationsOn(target).filter(({ operation }) => WITH_BODY.includes(operation))
    ),
    run: async (scope, at) => {
      scope.note(at.operation);
      if (at.operation !== "create" && at.operation !== "review") {
        await createObject(scope, { resource: at.resource, operation: "get" });
      }
      const isPatch = at.operation.startsWith("patch");
      const isDelete = at.operation.startsWith("delete");
      const others = isDelete ? [] : isPatch ? ["application/json"] : PATCH_TYPES;
      for (const type of [unsupported(1), unsupported(2), ...others]) {
        const request = requestFor(scope, at);
        const headers = { "content-type": type };
        const body = isDelete ? { kind: "DeleteOptions", apiVersion: "v1" } : request.body!;
        const response = await scope.send({ ...request, body, headers });
        if (at.operation !== "review" && response.status >= 400) await expectNotWritten(scope, at);
        expectError("negotiation.unsupported-body-type", response, { only: 415 });
      }
    },
  }),
];

/** The media types of patches, which are not those of other writes. */
const PATCH_TYPES = ["application/merge-patch+json", "application/apply-patch+yaml"];

const WITH_BODY = [
  "create",
  "update",
  "patch",
  "update-status",
  "patch-status",
  "delete",
  "deletecollection",
  "review",
];

function isReadOrReview({ operation }: OperationOnType): boolean {
  return ["get", "list", "list-all-namespaces", "watch", "get-status", "review"].includes(
    operation,
  );
}

/** Expects that a create created nothing, and another write did not set its label. */
async function expectNotWritten(scope: Scope, at: OperationOnType): Promise<void> {
  const name = at.operation === "create" ? "another" : "object";
  const type = typeNamed(scope.target, at.resource);
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const path = objectPath(type, scope.target.dialect, { namespace, name: scope.name(name, type) });
  const { status, json } = await scope.send({ method: "GET", path });
  const labels = asObject(metadataOf(asObject(json) ?? {}).labels);
  const written = labels?.changed === undefined ? "as it was" : `with changed=${labels.changed}`;
  const found = status === 404 ? "no object" : `an object ${written}`;
  const expected = at.operation === "create" ? "no object" : "an object as it was";
  expectSameText("negotiation.unsupported-body-changes-nothing", found, expected);
}

/** Sends a read that accepts all the given types. */
async function readAccepting(
  scope: Scope,
  { read: what, types }: SeveralCase,
): Promise<HttpResponse> {
  const { read } = await createObject(scope, what);
  const known = mediaTypes(scope.target.dialect);
  const accept = types.map((type) =>
    type === LACKED ? known.protobuf : typeof type === "number" ? unsupported(type) : known[type]
  );
  return await scope.send({ ...read, headers: { accept: accept.join(", ") } });
}

function formOf(mediaType: string, json: Parameters<typeof asObject>[0]): string {
  if (mediaType.endsWith(".protobuf")) return "protobuf";
  if (mediaType !== "application/json") return mediaType;
  return asObject(json)?.kind === "Table" ? "table" : "json";
}

/** Returns the content of a response, without the metadata of a list. */
function contentOf({ json }: { json: Parameters<typeof asObject>[0] }): string {
  const body = asObject(json) ?? {};
  return canonical("items" in body ? body.items! : body);
}

/** Returns the status of a response with its media type and the kind of its JSON. */
function formIn(response: HttpResponse): string {
  const { kind = "none" } = asObject(response.json) ?? {};
  return `${response.status}, ${mediaTypeOf(response)}, kind ${kind}`;
}
