/**
 * Protobuf and YAML in responses and request bodies.
 *
 * @module
 */
import { parse, stringify } from "@std/yaml";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { containsText, type Envelope, readEnvelope } from "./model/envelope.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { apiVersion } from "../../resources/mod.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import {
  createObject,
  expectSame,
  mediaTypeOf,
  mediaTypes,
  type ReadCase,
  readCase,
} from "./requests.ts";

/** Checks of Protobuf and YAML. */
export const PROTOBUF_AND_YAML: readonly Check[] = [
  property<ReadCase>({
    id: "negotiation/protobuf",
    title: "A Protobuf response is an envelope that contains the object",
    requirements: [
      "negotiation.protobuf-served",
      "negotiation.protobuf-content-type",
      "negotiation.protobuf-envelope",
      "negotiation.protobuf-type-meta",
      "negotiation.protobuf-raw",
      "negotiation.protobuf-encoding",
    ],
    level: "must",
    arbitrary: readCase,
    run: async (scope, what) => {
      const { dialect } = scope.target;
      const { type, object, read } = await createObject(scope, what);
      const { protobuf } = mediaTypes(dialect);
      const response = await scope.send({ ...read, headers: { accept: protobuf } });
      expectStatus("negotiation.protobuf-served", response, 200);
      expectSame("negotiation.protobuf-content-type", mediaTypeOf(response), protobuf);
      const envelope = envelopeOf(response);
      const kind = what.operation === "get" ? type.kind : `${type.kind}List`;
      expectSame(
        "negotiation.protobuf-type-meta",
        `${envelope.apiVersion} ${envelope.kind}`,
        `${apiVersion(type, dialect)} ${kind}`,
      );
      if (!containsText(envelope.raw, nameOf(object))) {
        const actual = `${envelope.raw.length} bytes without the object's name`;
        throw new Violation("negotiation.protobuf-raw", {
          expected: "the serialized object",
          actual,
        });
      }
      expectSame("negotiation.protobuf-encoding", envelope.contentEncoding, "");
      const contentType = envelope.contentType || protobuf;
      expectSame("negotiation.protobuf-encoding", contentType, protobuf);
    },
  }),
  property<string>({
    id: "negotiation/protobuf-sent",
    title: "An object read as Protobuf can be sent back as Protobuf without change",
    requirements: ["negotiation.protobuf-accepted"],
    level: "must",
    arbitrary: resourceName,
    run: async (scope, resource) => {
      const { read } = await createObject(scope, { resource, operation: "get" });
      const { protobuf } = mediaTypes(scope.target.dialect);
      const before = await scope.send(read);
      const { bytes, status } = await scope.send({ ...read, headers: { accept: protobuf } });
      if (before.status !== 200 || status !== 200) {
        throw new Discard("the object could not be read");
      }
      if (bytes === undefined) throw new Discard("the HTTP client does not keep response bytes");
      const headers = { "content-type": protobuf, accept: "application/json" };
      const sent = await scope.send({ ...read, method: "PUT", bytes: bytes.slice(), headers });
      expectStatus("negotiation.protobuf-accepted", sent, 200, 201);
      expectSame("negotiation.protobuf-accepted", stateOf(sent.json), stateOf(before.json));
    },
  }),
  property<ReadCase>({
    id: "negotiation/yaml",
    title: "A YAML response carries the same object as the JSON one",
    requirements: ["negotiation.yaml-served"],
    level: "convention",
    arbitrary: readCase,
    run: async (scope, what) => {
      const { read } = await createObject(scope, what);
      const json = await scope.send(read);
      if (json.status !== 200) throw new Discard("the object could not be read as JSON");
      const response = await scope.send({ ...read, headers: { accept: "application/yaml" } });
      expectStatus("negotiation.yaml-served", response, 200);
      expectSame("negotiation.yaml-served", mediaTypeOf(response), "application/yaml");
      const yaml = asObject(parse(response.text, { schema: "json" }) as Json);
      const content = (body: JsonObject | undefined) => canonical(body?.items ?? body ?? null);
      expectSame("negotiation.yaml-served", content(yaml), content(asObject(json.json)));
    },
  }),
  property<string>({
    id: "negotiation/yaml-sent",
    title: "An object can be sent as YAML with the same meaning as JSON",
    requirements: ["negotiation.yaml-accepted"],
    level: "convention",
    arbitrary: resourceName,
    run: async (scope, resource) => {
      const { read } = await createObject(scope, { resource, operation: "get" });
      const before = await scope.send(read);
      if (before.status !== 200) throw new Discard("the object could not be read");
      const headers = { "content-type": "application/yaml" };
      const body = stringify(before.json);
      const sent = await scope.send({ ...read, method: "PUT", body, headers });
      expectStatus("negotiation.yaml-accepted", sent, 200, 201);
      expectSame("negotiation.yaml-accepted", stateOf(sent.json), stateOf(before.json));
    },
  }),
];

function envelopeOf(response: HttpResponse): Envelope {
  if (response.bytes === undefined) {
    throw new Discard("the HTTP client does not keep response bytes");
  }
  try {
    return readEnvelope(response.bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Violation("negotiation.protobuf-envelope", {
      expected: "the magic bytes and an Unknown message",
      actual: `${error.message}: ${describeResponse(response).slice(0, 100)}`,
    });
  }
}

/** Returns an object as a text, without the fields that a write without changes may still change. */
function stateOf(json: Json | undefined): string {
  const object = asObject(json) ?? {};
  const { resourceVersion: _version, managedFields: _fields, ...metadata } = metadataOf(object);
  return canonical({ ...object, metadata });
}
