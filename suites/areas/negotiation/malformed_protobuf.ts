/**
 * Protobuf bodies that are no messages of the type, and watches in Protobuf.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import {
  containsText,
  readEnvelope,
  withOtherWireType,
  withRaw,
} from "../../model/protobuf_envelope.ts";
import { metadataOf } from "../../model/object.ts";
import { namesOf, typesOf } from "../../resources/mod.ts";
import { describeResponse, expectError, expectStatus } from "../../session/violation.ts";
import { createObject, expectSameText, mediaTypeOf, mediaTypes } from "./requests.ts";
import { verify } from "../../verify.ts";

/** Fields of metadata that all objects have, by their numbers. */
const METADATA = {
  "metadata.name": [1, 1],
  "metadata.uid": [1, 5],
  "metadata.labels": [1, 11],
} as const;

/** Fields by resource type. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  secrets: { "type": [3], "data": [2] },
  deployments: { "spec.replicas": [2, 1], "spec.revisionHistoryLimit": [2, 6] },
  roles: { "rules.verbs": [2, 1] },
  clusterroles: { "rules.verbs": [2, 1] },
  rolebindings: { "roleRef.name": [3, 3] },
  clusterrolebindings: { "roleRef.name": [3, 3] },
};

interface MalformedCase {
  readonly resource: string;
  /** `the end is missing`, or a field that has another wire type. */
  readonly flaw: string;
}

const malformedCases = (target: Parameters<typeof namesOf>[0]): MalformedCase[] =>
  namesOf(target).flatMap((resource) =>
    combinations<MalformedCase>({
      resource: [resource],
      flaw: ["the end is missing", ...Object.keys({ ...METADATA, ...FIELDS[resource] })],
    }, 0)
  );

/** Checks of Protobuf bodies and watches. */
export const MALFORMED_PROTOBUF: readonly Check[] = [
  property<MalformedCase>({
    id: "negotiation/protobuf-malformed",
    title: "A Protobuf body with a field of another wire type, or without its end, is rejected",
    requirements: ["negotiation.protobuf-types-checked"],
    ...enumerated(malformedCases),
    run: async (scope, { resource, flaw }) => {
      const { read } = await createObject(scope, { resource, operation: "get" });
      const { protobuf } = mediaTypes(scope.target.dialect);
      const { bytes, status } = await scope.send({ ...read, headers: { accept: protobuf } });
      if (status !== 200 || bytes === undefined || bytes.length < 4) {
        throw new Discard("the object could not be read as Protobuf");
      }
      const { raw } = readEnvelope(bytes);
      const path = { ...METADATA, ...FIELDS[resource] }[flaw];
      const changed = path === undefined
        ? raw.subarray(0, raw.length - 1)
        : withOtherWireType(raw, path);
      if (changed === undefined) throw new Discard(`the message has no field ${flaw}`);
      scope.note(flaw);
      const response = await scope.send({
        ...read,
        method: "PUT",
        bytes: withRaw(bytes, changed),
        headers: { "content-type": protobuf, accept: "application/json" },
      });
      expectError("negotiation.protobuf-types-checked", response, { serverErrors: true });
    },
  }),
  example({
    id: "negotiation/protobuf-watch",
    title: "A watch can be requested as Protobuf",
    requirements: ["negotiation.protobuf-watch"],
    run: async (scope) => {
      const { protobuf } = mediaTypes(scope.target.dialect);
      // Together, as each watch lasts a second.
      await Promise.all(
        typesOf(scope.target).map((type) =>
          everyType(scope, [type], async ({ resource }) => {
            const { object, read } = await createObject(scope, { resource, operation: "list" });
            const response = await scope.send({
              ...read,
              query: { ...read.query, watch: "1", resourceVersion: "0", timeoutSeconds: "1" },
              headers: { accept: protobuf },
            });
            expectStatus("negotiation.protobuf-watch", response, 200);
            expectSameText("negotiation.protobuf-watch", mediaTypeOf(response), protobuf);
            const { bytes } = response;
            if (bytes === undefined) throw new Discard("the HTTP client does not keep bytes");
            const uid = String(metadataOf(object).uid);
            verify("negotiation.protobuf-watch", {
              holds: containsText(bytes, "ADDED") && containsText(bytes, uid),
              expected: `an ADDED event with the uid ${uid}`,
              actual: `${bytes.length} bytes: ${describeResponse(response)}`,
            });
          })
        ),
      );
    },
  }),
];
