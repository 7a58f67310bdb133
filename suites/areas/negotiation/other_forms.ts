/**
 * Errors in other forms than JSON, and Protobuf bodies without their magic bytes.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { withTypeMeta } from "../../model/protobuf_envelope.ts";
import { apiVersion, namesOf, RESOURCE_TYPES } from "../../resources/mod.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { createObject, mediaTypes, readRequest } from "./requests.ts";
import { verify } from "../../verify.ts";

interface ErrorCase {
  readonly resource: string;
  readonly form: "protobuf" | "yaml";
}

interface MagicCase {
  readonly resource: string;
  /** The number of the magic byte that is another one. */
  readonly byte: number;
}

interface TypeMetaCase {
  readonly resource: string;
  readonly wrong: "kind" | "list kind" | "group" | "version" | "API version without group";
}

/** Checks of errors and of bodies in other forms. */
export const OTHER_FORMS: readonly Check[] = [
  property<ErrorCase>({
    id: "negotiation/error-forms",
    title: "A missing object is 404 in every form that the request accepts",
    requirements: ["negotiation.error-in-any-form"],
    uses: ["protobuf", "yaml"],
    ...enumerated((target) =>
      combinations<ErrorCase>({ resource: namesOf(target), form: ["protobuf", "yaml"] }, 0)
    ),
    run: async (scope, { resource, form }) => {
      if (scope.target.lacks?.includes(form)) throw new Discard(`the target lacks ${form}`);
      const read = readRequest(scope, { resource, operation: "get" });
      const { protobuf } = mediaTypes(scope.target.dialect);
      const accept = form === "yaml" ? "application/yaml" : protobuf;
      const response = await scope.send({ ...read, headers: { accept } });
      const type = response.headers.get("content-type") ?? "";
      const isForm = type.startsWith(accept) || type.startsWith("application/json");
      verify("negotiation.error-in-any-form", {
        holds: response.status === 404 && isForm && response.text !== "",
        expected: `404 with a body of ${accept} or JSON`,
        actual: `${type}: ${describeResponse(response).slice(0, 200)}`,
      });
    },
  }),
  property<MagicCase>({
    id: "negotiation/protobuf-magic-bytes",
    title: "A Protobuf body without all of the magic bytes is rejected",
    requirements: ["negotiation.protobuf-magic-required"],
    ...enumerated((target) =>
      combinations<MagicCase>({ resource: namesOf(target), byte: [0, 1, 2, 3] }, 0)
    ),
    run: async (scope, { resource, byte }) => {
      const { read } = await createObject(scope, { resource, operation: "get" });
      const { protobuf } = mediaTypes(scope.target.dialect);
      const { bytes, status } = await scope.send({ ...read, headers: { accept: protobuf } });
      if (status !== 200 || bytes === undefined || bytes.length < 4) {
        throw new Discard("the object could not be read as Protobuf");
      }
      const sent = bytes.slice();
      sent[byte]! ^= 0x20;
      const headers = { "content-type": protobuf, accept: "application/json" };
      const response = await scope.send({ ...read, method: "PUT", bytes: sent, headers });
      expectError("negotiation.protobuf-magic-required", response);
    },
  }),
  property<TypeMetaCase>({
    id: "negotiation/protobuf-other-type",
    title: "A Protobuf body whose envelope has another API version or kind is rejected",
    requirements: ["negotiation.protobuf-type-checked"],
    ...enumerated((target) =>
      combinations<TypeMetaCase>({
        resource: namesOf(target),
        wrong: ["kind", "list kind", "group", "version", "API version without group"],
      }, 0)
    ),
    run: async (scope, { resource, wrong }) => {
      const { read, type } = await createObject(scope, { resource, operation: "get" });
      const { dialect } = scope.target;
      const { protobuf } = mediaTypes(dialect);
      const { bytes, status } = await scope.send({ ...read, headers: { accept: protobuf } });
      if (status !== 200 || bytes === undefined || bytes.length < 4) {
        throw new Discard("the object could not be read as Protobuf");
      }
      const own = { apiVersion: apiVersion(type, dialect), kind: type.kind };
      const version = own.apiVersion.split("/").at(-1)!;
      const others: Readonly<Record<TypeMetaCase["wrong"], Partial<typeof own>>> = {
        "kind": { kind: RESOURCE_TYPES.find((other) => other !== type)!.kind },
        "list kind": { kind: `${type.kind}List` },
        "group": { apiVersion: `other.${dialect.suffix}/${version}` },
        "version": { apiVersion: own.apiVersion.replace(version, version === "v2" ? "v3" : "v2") },
        "API version without group": {
          apiVersion: own.apiVersion.includes("/") ? version : `core/${version}`,
        },
      };
      scope.note(wrong);
      const response = await scope.send({
        ...read,
        method: "PUT",
        bytes: withTypeMeta(bytes, { ...own, ...others[wrong] }),
        headers: { "content-type": protobuf, accept: "application/json" },
      });
      expectError("negotiation.protobuf-type-checked", response, { serverErrors: true });
    },
  }),
];
