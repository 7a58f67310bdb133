/**
 * The steps of a generated history, as data: one write each to the same object.
 *
 * @module
 */
import fc from "fast-check";
import type { ApiObject, Json, JsonObject } from "@plumbline/server/api";
import { type ComparedKind, metadata } from "./kinds.ts";
import { applyOf, createOf, mergeOf, putOf } from "../../requests/writes.ts";
import type { JsonRequest } from "../../client/send.ts";

/** One write. */
export interface OwnershipStep {
  readonly verb: "apply" | "put" | "merge" | "create";
  readonly manager: string;
  readonly force: boolean;
  readonly subresource: "" | "status";
  /** The content, without apiVersion, kind and name. */
  readonly content: JsonObject;
  /** True to add the fields of a minimal valid object. */
  readonly withBase: boolean;
  /** The managedFields that a write other than apply sends. */
  readonly managedFields: "none" | "empty" | "reset" | "same" | "altered";
}

const MANAGERS = ["m1", "m2", "m3", "m4"];

/** Generates steps on objects of a kind. */
export function stepOf(kind: ComparedKind): fc.Arbitrary<OwnershipStep> {
  const main = fc.tuple(metadata, kind.content).map(([meta, content]) => ({
    subresource: "" as const,
    content: { ...content, metadata: meta },
  }));
  const status = kind.status &&
    fc.tuple(fc.record({ annotations: fc.constant({ s: "1" }) }, { requiredKeys: [] }), kind.status)
      .map(([meta, status]) => ({
        subresource: "status" as const,
        content: { status, metadata: meta } as JsonObject,
      }));
  return fc.record({
    verb: fc.constantFrom<OwnershipStep["verb"]>("apply", "apply", "apply", "put", "merge"),
    manager: fc.constantFrom(...MANAGERS),
    force: fc.boolean(),
    what: status
      ? fc.oneof({ weight: 4, arbitrary: main }, { weight: 1, arbitrary: status })
      : main,
    withBase: fc.boolean(),
    managedFields: fc.oneof(
      { weight: 20, arbitrary: fc.constant<OwnershipStep["managedFields"]>("none") },
      {
        weight: 4,
        arbitrary: fc.constantFrom<OwnershipStep["managedFields"]>(
          "empty",
          "reset",
          "same",
          "altered",
        ),
      },
    ),
  }).map(({ what, ...step }) => ({ ...step, ...what }));
}

/** Generates the first step of a history, which creates the object. */
export function firstStepOf(kind: ComparedKind): fc.Arbitrary<OwnershipStep> {
  return stepOf(kind).map((step) => ({
    ...step,
    verb: step.verb === "apply" ? "apply" : "create",
    withBase: true,
    subresource: "",
    managedFields: "none",
    content: step.subresource ? {} : step.content,
  }));
}

/** Returns the request body of a step. */
export function bodyOf(
  step: OwnershipStep,
  kind: ComparedKind,
  name: string,
  live: ApiObject | undefined,
): JsonObject {
  const base = step.withBase && !step.subresource ? kind.base : {};
  const said = mergeDeep(step.content, base);
  const body = {
    ...said,
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: { ...said.metadata as JsonObject, name },
  };
  if (step.verb === "apply" || step.verb === "create") return body;
  const sent = managedFieldsOf(step, live);
  const managed = {
    ...body,
    metadata: { ...body.metadata, ...(sent && { managedFields: sent }) },
  } as JsonObject;
  if (step.verb === "merge") return managed;
  // A PUT of an incomplete object would be rejected.
  return step.subresource
    ? { ...live, status: said.status ?? {}, metadata: managed.metadata ?? {} }
    : mergeDeep(managed, kind.base);
}

function managedFieldsOf(step: OwnershipStep, live: ApiObject | undefined): Json[] | undefined {
  const known = (live?.metadata.managedFields ?? []) as Json[];
  switch (step.managedFields) {
    case "none":
      return undefined;
    case "empty":
      return [];
    case "reset":
      return [{}];
    case "same":
      return known;
    case "altered":
      // The real server resets ownership for an empty list.
      if (known.length < 2) return undefined;
      return known.slice(1).map((entry, index) =>
        index === 0 ? { ...entry as JsonObject, manager: "renamed" } : entry
      );
  }
}

/** Adds the missing fields of a base; existing lists stay as they are. */
function mergeDeep(said: JsonObject, base: JsonObject): JsonObject {
  const result = { ...said };
  for (const [key, value] of Object.entries(base)) {
    const mine = said[key];
    if (mine === undefined) result[key] = value;
    else if (key === "containers" && Array.isArray(mine)) {
      result[key] = mine.length === 0
        ? value
        : mine.map((item) => ({ image: "i:1", ...item as JsonObject }));
    } else if (isMap(mine) && isMap(value)) result[key] = mergeDeep(mine, value);
  }
  return result;
}

const isMap = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the request of a step. */
export function requestOfStep(
  step: OwnershipStep,
  kind: ComparedKind,
  name: string,
  body: Json,
): JsonRequest {
  const object = `${kind.collection}/${name}${step.subresource && `/${step.subresource}`}`;
  const { manager, force } = step;
  const parameters = { fieldManager: manager };
  switch (step.verb) {
    case "create":
      return createOf(kind.collection, body, parameters);
    case "put":
      return putOf(object, body, parameters);
    case "merge":
      return mergeOf(object, body, parameters);
    case "apply":
      return applyOf(object, body, { manager, force });
  }
}
