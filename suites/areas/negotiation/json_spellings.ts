/**
 * The same JSON spelled in several ways: escapes, white space, order of members.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { rejected } from "../../session/objects.ts";
import { expectStatus } from "../../session/violation.ts";
import { createObject, expectSameText } from "./requests.ts";
import { stateOf } from "./object_state.ts";

/** Texts with characters that JSON can or must escape, and one that looks like members. */
const TEXTS = {
  beyond: "ü € 😀 𝒳",
  controls: "a\tb\nc\r\n\b\f\u0001",
  members: '{"a":1,"a":[2,{"b":"}"}]}',
  quotes: '"\\" \\\\ \\u0041 \\',
  slashes: "</a> //",
};

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
const inCapitals = (unit: string) =>
  `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Ways to write a JSON value as text. */
const SPELLINGS = {
  "all characters escaped": (json: Json) =>
    JSON.stringify(json).replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => {
      const units = (JSON.parse(text) as string).split("");
      return `"${units.map(escapeOf).join("")}"`;
    }),
  "escapes beyond ASCII": (json: Json) => JSON.stringify(json).replaceAll(/[^ -~]/g, inCapitals),
  "escaped slashes": (json: Json) => JSON.stringify(json).replaceAll("/", "\\/"),
  "white space": (json: Json) =>
    `\r\n\t ${JSON.stringify(json, null, "\t").replaceAll('": ', '" :\r\n ')}\n `,
  "members in reverse": (json: Json) => JSON.stringify(reversed(json)),
} as const;

interface SpellingCase {
  readonly resource: string;
  readonly spelling: keyof typeof SPELLINGS;
  readonly write: "update" | "merge patch" | "create";
}

const spellingCases = (target: Target): SpellingCase[] =>
  combinations<SpellingCase>({
    resource: namesOf(target),
    spelling: Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[],
    write: ["update", "merge patch", "create"],
  }, 0);

/** Checks of the spelling of JSON. */
export const JSON_SPELLINGS: readonly Check[] = [
  property<SpellingCase>({
    id: "negotiation/json-spellings",
    title: "A JSON body means the same with escapes, white space or another order of members",
    requirements: ["negotiation.json-spellings"],
    uses: ["field-validation"],
    ...enumerated(spellingCases),
    run: async (scope, { resource, spelling, write }) => {
      if (write === "create" && typeNamed(scope.target, resource).objectName !== undefined) {
        throw new Discard("objects of the type repeat their name in other fields");
      }
      const { read, object } = await createObject(scope, { resource, operation: "get" }, withTexts);
      expectSameText("negotiation.json-spellings", canonical(textsOf(object)), canonical(TEXTS));
      const fieldValidation = scope.target.lacks?.includes("field-validation")
        ? undefined
        : "Strict";
      const request = requestOf(read, object, write);
      const query = { fieldValidation, ...(write === "create" && { dryRun: "All" }) };
      const send = (text: string) =>
        scope.send({ ...request, query, bytes: new TextEncoder().encode(text) });
      const sent = await send(SPELLINGS[spelling](request.json));
      if (write === "create" && sent.status >= 300) {
        // A server may refuse what it added to the first object, as the selector of a Job.
        const plain = await send(JSON.stringify(request.json));
        if (plain.status >= 300) throw rejected(plain, "a copy of the object is rejected");
      }
      expectStatus("negotiation.json-spellings", sent, 200, 201, 202);
      const state = (json: Json | undefined) =>
        write === "create" ? canonical(contentOf(json)) : stateOf(json);
      expectSameText("negotiation.json-spellings", state(sent.json), state(object));
    },
  }),
];

/** Returns the request of a write that changes nothing, or creates an object like another. */
function requestOf(
  { path }: HttpRequest,
  object: JsonObject,
  write: SpellingCase["write"],
): HttpRequest & { readonly json: JsonObject } {
  const json = { headers: { "content-type": "application/json" } };
  switch (write) {
    case "update":
      return { method: "PUT", path, ...json, json: object };
    case "merge patch": {
      const headers = { "content-type": "application/merge-patch+json" };
      return { method: "PATCH", path, headers, json: { metadata: { annotations: TEXTS } } };
    }
    case "create": {
      const { name, namespace, labels = {}, annotations = {} } = metadataOf(object);
      const metadata = { name: `${name}-2`, labels, annotations, ...(namespace && { namespace }) };
      const collection = path.slice(0, path.lastIndexOf("/"));
      const { status: _status, ...rest } = object;
      return { method: "POST", path: collection, ...json, json: { ...rest, metadata } };
    }
  }
}

/** Returns the annotations that the check sent; a server may add others. */
function textsOf(object: JsonObject): JsonObject {
  const annotations = Object.entries(asObject(metadataOf(object).annotations) ?? {});
  return Object.fromEntries(annotations.filter(([key]) => key in TEXTS));
}

/** Returns the texts, and the content besides metadata and status. */
function contentOf(json: Json | undefined): Json {
  const { metadata: _metadata, status: _status, ...content } = asObject(json) ?? {};
  return { content, texts: textsOf(asObject(json) ?? {}) };
}

const withTexts = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: { ...metadataOf(object), annotations: TEXTS },
});

/** Returns a value with the members of each object in reverse order. */
function reversed(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversed);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).toReversed().map(([name, value]) => [name, reversed(value)]),
  );
}
