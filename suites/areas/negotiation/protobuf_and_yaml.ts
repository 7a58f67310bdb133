/**
 * Protobuf and YAML in responses and request bodies.
 *
 * @module
 */
import { parse, stringify } from "@std/yaml";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import {
  containsText,
  type Envelope,
  readEnvelope,
  respelled,
  type Spelling,
} from "../../model/protobuf_envelope.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import { apiVersion, namesOf } from "../../resources/mod.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import {
  createObject,
  everyRead,
  expectSameText,
  mediaTypeOf,
  mediaTypes,
  type ReadCase,
} from "./requests.ts";
import { stateOf } from "./object_state.ts";
import { verify } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** A type, and the mode of field validation, under which known fields cause nothing. */
interface SentCase {
  readonly resource: string;
  readonly fieldValidation: string | undefined;
}

/** How the envelope of the body is written, each with another mode of field validation. */
const SPELLINGS = {
  "as it was read": "Strict",
  "media type stated": undefined,
  "object before its type": "Warn",
} as const satisfies Readonly<Record<"as it was read" | Spelling, string | undefined>>;

interface SpelledCase {
  readonly resource: string;
  readonly spelling: keyof typeof SPELLINGS;
}

const sentCases = (target: Target): SentCase[] =>
  combinations<SentCase>({
    resource: namesOf(target),
    fieldValidation: target.lacks?.includes("field-validation")
      ? [undefined]
      : [undefined, "Warn", "Strict"],
  }, 0);

/** Texts that YAML must quote to carry them as they are. */
const ODD_TEXTS = {
  boolean: "yes",
  null: "~",
  number: "1e3",
  octal: "0o17",
  date: "2001-01-01",
  spaces: " x ",
  lines: "a\nb\n\n",
  comment: "a: b #c",
  quotes: `'"\\`,
  empty: "",
};

/** Empty lists and maps by kind; a list of a deployment is within its container. */
function withOddities(object: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object), annotations: ODD_TEXTS };
  const spec = asObject(object.spec);
  if (object.rules !== undefined) return { ...object, metadata, rules: [] };
  if (object.roleRef !== undefined) return { ...object, metadata, subjects: [] };
  if (spec === undefined) return { ...object, metadata, data: {} };
  const template = asObject(spec.template) ?? {};
  const pod = asObject(template.spec) ?? {};
  const containers = Array.isArray(pod.containers) ? pod.containers : [];
  const empty = containers.map((each) => ({ ...asObject(each), args: [], env: [] }));
  const changed = { ...template, spec: { ...pod, containers: empty } };
  const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 2, maxUnavailable: "10%" } };
  return { ...object, metadata, spec: { ...spec, strategy, template: changed } };
}

/** Values by kind that an encoder may take for absent, and a key that a decoder may not set. */
function withZeros(object: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object), annotations: { empty: "" } };
  switch (object.kind) {
    case "Secret": {
      const data = {
        ...asObject(object.data),
        "a-empty": "",
        "b-empty": "",
        ["__proto__"]: "YQ==",
      };
      return { ...object, metadata, data, immutable: false };
    }
    case "Deployment": {
      const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
      const zeros = { replicas: 0, minReadySeconds: 0, revisionHistoryLimit: 0, strategy };
      return { ...object, metadata, spec: { ...asObject(object.spec), ...zeros } };
    }
    default:
      return { ...object, metadata };
  }
}

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
    ...enumerated(everyRead),
    run: async (scope, what) => {
      const { dialect } = scope.target;
      const { type, object, read } = await createObject(scope, what);
      const { protobuf } = mediaTypes(dialect);
      const response = await scope.send({ ...read, headers: { accept: protobuf } });
      expectStatus("negotiation.protobuf-served", response, 200);
      expectSameText("negotiation.protobuf-content-type", mediaTypeOf(response), protobuf);
      const envelope = envelopeOf(response);
      const kind = what.operation === "get" ? type.kind : `${type.kind}List`;
      expectSameText(
        "negotiation.protobuf-type-meta",
        `${envelope.apiVersion} ${envelope.kind}`,
        `${apiVersion(type, dialect)} ${kind}`,
      );
      verify("negotiation.protobuf-raw", {
        holds: containsText(envelope.raw, nameOf(object)),
        expected: "the serialized object",
        actual: `${envelope.raw.length} bytes without the object's name`,
      });
      expectSameText("negotiation.protobuf-encoding", envelope.contentEncoding, "");
      const contentType = envelope.contentType || protobuf;
      expectSameText("negotiation.protobuf-encoding", contentType, protobuf);
    },
  }),
  property<SpelledCase>({
    id: "negotiation/protobuf-sent",
    version: 5,
    title:
      "An object read as Protobuf can be sent back as Protobuf without change, however its envelope is written",
    requirements: ["negotiation.protobuf-accepted", "negotiation.protobuf-envelope-read"],
    uses: ["field-validation"],
    ...enumerated((target) =>
      combinations<SpelledCase>({
        resource: namesOf(target),
        spelling: Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[],
      }, 0)
    ),
    run: async (scope, { resource, spelling }) => {
      const { read } = await createObject(scope, { resource, operation: "get" }, withZeros);
      const { protobuf } = mediaTypes(scope.target.dialect);
      const before = await scope.send(read);
      const { bytes, status } = await scope.send({ ...read, headers: { accept: protobuf } });
      if (before.status !== 200 || status !== 200) {
        throw new Discard("the object could not be read");
      }
      if (bytes === undefined) throw new Discard("the HTTP client does not keep response bytes");
      const headers = { "content-type": protobuf, accept: "application/json" };
      const fieldValidation = scope.target.lacks?.includes("field-validation")
        ? undefined
        : SPELLINGS[spelling];
      const sent = await scope.send({
        ...read,
        method: "PUT",
        bytes: spelling === "as it was read" ? bytes.slice() : respelled(bytes, spelling, protobuf),
        headers,
        query: { fieldValidation },
      });
      if (spelling !== "as it was read") {
        scope.note(spelling);
        const isRead = verify("negotiation.protobuf-envelope-read", {
          holds: sent.status < 300,
          expected: `200 for an envelope with its ${spelling}`,
          actual: describeResponse(sent),
        });
        if (!isRead) return;
      }
      expectStatus("negotiation.protobuf-accepted", sent, 200, 201);
      expectSameText("negotiation.protobuf-accepted", droppedFields(sent), "none");
      expectSameText("negotiation.protobuf-accepted", stateOf(sent.json), stateOf(before.json));
    },
  }),
  property<ReadCase & { odd: boolean }>({
    id: "negotiation/yaml",
    version: 3,
    title: "A YAML response carries the same object as the JSON one",
    requirements: ["negotiation.yaml-served"],
    ...enumerated((target) =>
      everyRead(target).flatMap((what) => [true, false].map((odd) => ({ ...what, odd })))
    ),
    run: async (scope, { odd, ...what }) => {
      const { read } = await createObject(scope, what, odd ? withOddities : undefined);
      const json = await scope.send(read);
      if (json.status !== 200) throw rejected(json, "the object could not be read as JSON");
      const response = await scope.send({ ...read, headers: { accept: "application/yaml" } });
      expectStatus("negotiation.yaml-served", response, 200);
      expectSameText("negotiation.yaml-served", mediaTypeOf(response), "application/yaml");
      const yaml = asObject(parsed(response.text));
      response.leaveOut?.(yaml);
      const content = (body: JsonObject | undefined) => canonical(body?.items ?? body ?? null);
      expectSameText("negotiation.yaml-served", content(yaml), content(asObject(json.json)));
    },
  }),
  property<SentCase>({
    id: "negotiation/yaml-sent",
    version: 2,
    title: "An object can be sent as YAML with the same meaning as JSON",
    requirements: ["negotiation.yaml-accepted"],
    uses: ["field-validation"],
    ...enumerated(sentCases),
    run: async (scope, { resource, fieldValidation }) => {
      const { read } = await createObject(scope, { resource, operation: "get" });
      const before = await scope.send(read);
      if (before.status !== 200) throw rejected(before, "the object could not be read");
      const headers = { "content-type": "application/yaml" };
      const body = stringify(before.json);
      const sent = await scope.send({
        ...read,
        method: "PUT",
        body,
        headers,
        query: { fieldValidation },
      });
      expectStatus("negotiation.yaml-accepted", sent, 200, 201);
      expectSameText("negotiation.yaml-accepted", droppedFields(sent), "none");
      expectSameText("negotiation.yaml-accepted", stateOf(sent.json), stateOf(before.json));
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

/** Returns the warnings about unknown or duplicate fields, "none" if there are none. */
function droppedFields({ headers }: HttpResponse): string {
  const warning = headers.get("warning") ?? "";
  return /unknown|duplicate/i.test(warning) ? warning : "none";
}

/** Returns the value in a YAML text. */
function parsed(text: string): Json {
  try {
    return parse(text, { schema: "json" }) as Json;
  } catch (error) {
    throw new Violation("negotiation.yaml-served", {
      expected: "YAML",
      actual: `${(error as Error).message} in ${text.slice(0, 300)}`,
    });
  }
}
