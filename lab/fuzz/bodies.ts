/**
 * Generates bodies that fit a method and a kind, and bodies that do not.
 *
 * @module
 */
import fc from "fast-check";
import { anyJson, arbitraryJsonText, damaged } from "../requests/damage/json.ts";
import { jsonPatch, mergePatch, withManagers } from "../requests/damage/patches.ts";
import { protobufBytes } from "../requests/damage/protobuf.ts";
import { yamlText } from "../requests/damage/yaml.ts";
import { DELETE_OPTIONS } from "../requests/sequences/queries.ts";
import { PATCHES } from "../requests/writes.ts";
import type { JsonObject } from "@plumbline/server/api";
import type { Kind } from "./kinds.ts";

/** A body and its Content-Type. */
export interface Body {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A valid object of each kind as the server encodes it, by the path of its collection. */
export type Samples = ReadonlyMap<string, { readonly yaml: string; readonly protobuf: Uint8Array }>;

const PROTOBUF = "application/vnd.svc.protobuf";

const OTHER_TYPES = [
  "",
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  ...Object.values(PATCHES),
  "application/yaml",
  PROTOBUF,
  "text/plain",
  ";",
  "application/x-www-form-urlencoded",
];

/** All fields at once, beside the bodies of which each has a few. */
const WHOLE_OPTIONS: JsonObject = {
  apiVersion: "v1",
  kind: "DeleteOptions",
  preconditions: { uid: "a", resourceVersion: "1" },
  propagationPolicy: "Orphan",
  gracePeriodSeconds: 0,
  orphanDependents: null,
  dryRun: ["All"],
};

const deleteOptions = fc.constantFrom(WHOLE_OPTIONS, ...DELETE_OPTIONS).chain(damaged);

const encoder = new TextEncoder();

const text = (type: string, value: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  value.map((value) => ({ type, bytes: encoder.encode(value) }));

/** Generates a body for the kind, mostly in the form that the method expects. */
export function bodyFor(method: string, kind: Kind, samples: Samples): fc.Arbitrary<Body> {
  const forms = method === "PATCH"
    ? patchForms(kind, samples)
    : method === "DELETE"
    ? [text("application/json", arbitraryJsonText(deleteOptions))]
    : wholeForms(kind, samples);
  return fc.oneof(
    ...forms.map((arbitrary) => ({ weight: 3, arbitrary })),
    { weight: 1, arbitrary: strange(kind, samples) },
  );
}

function wholeForms({ path, object }: Kind, samples: Samples): fc.Arbitrary<Body>[] {
  const { yaml, protobuf } = samples.get(path)!;
  return [
    text("application/json", arbitraryJsonText(fc.constant(object))),
    text("application/json", arbitraryJsonText(damaged(object))),
    text("application/json", arbitraryJsonText(withManagers(object))),
    text("application/yaml", yamlText(yaml, damaged(object))),
    protobufBytes(protobuf).map((bytes) => ({ type: PROTOBUF, bytes })),
  ];
}

function patchForms({ path, object }: Kind, samples: Samples): fc.Arbitrary<Body>[] {
  const { yaml } = samples.get(path)!;
  return [
    text(PATCHES.json, arbitraryJsonText(jsonPatch)),
    text(PATCHES.merge, arbitraryJsonText(mergePatch(object))),
    text(PATCHES.strategic, arbitraryJsonText(mergePatch(object))),
    text(PATCHES.apply, arbitraryJsonText(damaged(object))),
    text(PATCHES.apply, yamlText(yaml, damaged(object))),
  ];
}

/** Generates any body with any Content-Type. */
const strange = ({ path, object }: Kind, samples: Samples): fc.Arbitrary<Body> => {
  const { yaml, protobuf } = samples.get(path)!;
  const bytes = fc.oneof(
    arbitraryJsonText(damaged(object)).map((text) => encoder.encode(text)),
    arbitraryJsonText(anyJson).map((text) => encoder.encode(text)),
    yamlText(yaml, anyJson).map((text) => encoder.encode(text)),
    protobufBytes(protobuf),
    fc.uint8Array({ maxLength: 60 }),
    arbitraryJsonText(jsonPatch).map((text) => encoder.encode(text)),
  );
  return fc.tuple(fc.constantFrom(...OTHER_TYPES), bytes).map(([type, bytes]) => ({ type, bytes }));
};
