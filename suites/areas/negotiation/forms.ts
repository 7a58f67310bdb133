/**
 * Forms other than JSON: Protobuf and YAML, read and sent.
 *
 * @module
 */
import { parse, stringify } from "@std/yaml";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { type Envelope, holdsText, readEnvelope } from "./model/envelope.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { apiVersion } from "../../resources/mod.ts";
import { describeAnswer, expectStatus } from "../../session/violation.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { expectSame, make, mediaTypeOf, mediaTypes, type ReadCase, readCase } from "./ask.ts";

/** Checks of other forms. */
export const FORMS: readonly Check[] = [
  property<ReadCase>({
    id: "negotiation/protobuf",
    title: "The Protobuf form is an envelope that holds the object",
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
      const { type, object, read } = await make(scope, what);
      const { protobuf } = mediaTypes(dialect);
      const answer = await scope.send({ ...read, headers: { accept: protobuf } });
      expectStatus("negotiation.protobuf-served", answer, 200);
      expectSame("negotiation.protobuf-content-type", mediaTypeOf(answer), protobuf);
      const envelope = envelopeOf(answer);
      const kind = what.operation === "get" ? type.kind : `${type.kind}List`;
      expectSame(
        "negotiation.protobuf-type-meta",
        `${envelope.apiVersion} ${envelope.kind}`,
        `${apiVersion(type, dialect)} ${kind}`,
      );
      if (!holdsText(envelope.raw, nameOf(object))) {
        const actual = `${envelope.raw.length} bytes without its name`;
        throw new Violation("negotiation.protobuf-raw", { expected: "the object", actual });
      }
      expectSame("negotiation.protobuf-encoding", envelope.contentEncoding, "");
      const contentType = envelope.contentType || protobuf;
      expectSame("negotiation.protobuf-encoding", contentType, protobuf);
    },
  }),
  property<string>({
    id: "negotiation/protobuf-sent",
    title: "What was read in the Protobuf form can be sent back, and changes nothing",
    requirements: ["negotiation.protobuf-accepted"],
    level: "must",
    arbitrary: resourceName,
    run: async (scope, resource) => {
      const { read } = await make(scope, { resource, operation: "get" });
      const { protobuf } = mediaTypes(scope.target.dialect);
      const before = await scope.send(read);
      const { bytes, status } = await scope.send({ ...read, headers: { accept: protobuf } });
      if (before.status !== 200 || status !== 200) throw new Discard("there is nothing to send");
      if (bytes === undefined) throw new Discard("the client keeps no bytes");
      const headers = { "content-type": protobuf, accept: "application/json" };
      const sent = await scope.send({ ...read, method: "PUT", bytes: bytes.slice(), headers });
      expectStatus("negotiation.protobuf-accepted", sent, 200, 201);
      expectSame("negotiation.protobuf-accepted", stateOf(sent.json), stateOf(before.json));
    },
  }),
  property<ReadCase>({
    id: "negotiation/yaml",
    title: "What is asked for as YAML is, and says what the JSON says",
    requirements: ["negotiation.yaml-served"],
    level: "convention",
    arbitrary: readCase,
    run: async (scope, what) => {
      const { read } = await make(scope, what);
      const json = await scope.send(read);
      if (json.status !== 200) throw new Discard("there is no JSON to compare with");
      const answer = await scope.send({ ...read, headers: { accept: "application/yaml" } });
      expectStatus("negotiation.yaml-served", answer, 200);
      expectSame("negotiation.yaml-served", mediaTypeOf(answer), "application/yaml");
      const told = asObject(parse(answer.text, { schema: "json" }) as Json);
      const due = asObject(json.json);
      const said = (body: JsonObject | undefined) => canonical(body?.items ?? body ?? null);
      expectSame("negotiation.yaml-served", said(told), said(due));
    },
  }),
  property<string>({
    id: "negotiation/yaml-sent",
    title: "An object sent as YAML is taken for what it is",
    requirements: ["negotiation.yaml-accepted"],
    level: "convention",
    arbitrary: resourceName,
    run: async (scope, resource) => {
      const { read } = await make(scope, { resource, operation: "get" });
      const before = await scope.send(read);
      if (before.status !== 200) throw new Discard("there is nothing to send");
      const headers = { "content-type": "application/yaml" };
      const body = stringify(before.json);
      const sent = await scope.send({ ...read, method: "PUT", body, headers });
      expectStatus("negotiation.yaml-accepted", sent, 200, 201);
      expectSame("negotiation.yaml-accepted", stateOf(sent.json), stateOf(before.json));
    },
  }),
];

function envelopeOf(answer: HttpResponse): Envelope {
  if (answer.bytes === undefined) throw new Discard("the client keeps no bytes");
  try {
    return readEnvelope(answer.bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Violation("negotiation.protobuf-envelope", {
      expected: "the magic bytes and an Unknown message",
      actual: `${error.message}: ${describeAnswer(answer).slice(0, 100)}`,
    });
  }
}

/** An object's state as a text, without what a write that changes nothing may yet change. */
function stateOf(json: Json | undefined): string {
  const object = asObject(json) ?? {};
  const { resourceVersion: _version, managedFields: _fields, ...metadata } = metadataOf(object);
  return canonical({ ...object, metadata });
}
