/**
 * Unknown fields of writes that neither a warning nor the message of an error names.
 *
 * @module
 */
import { VERBS } from "@plumbline/reports/request_words";
import type { Json } from "../../client/http_client.ts";
import { isUnknownField, type Place } from "../../model/field_injection.ts";
import { asObject } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { actOf } from "./wording.ts";

/** Maps whose keys are the client's. */
const MAPS = /^(labels|annotations|data|stringData|binaryData|matchLabels|nodeSelector)$/;

/** What the message of an error says that is about unknown fields. */
const OF_FIELDS = /unknown field|strict decoding/i;

/**
 * Returns what a write shows whose unknown fields are dropped and not all named: where such a field is,
 * and what the write is. None for `fieldValidation=Ignore`.
 */
export function unnamedFields(one: Seen): string[] {
  const { status, sent, query, answer, warningText, verb, place } = one;
  const isWrite = ["create", "update", "patch", "apply"].includes(verb);
  if (!isWrite || sent === undefined || query.get("fieldValidation") === "Ignore") return [];
  const message = status >= 400 ? String(answer?.message ?? "") : warningText;
  if (status >= 300 && !(status === 400 && OF_FIELDS.test(message))) return [];
  const shown = status < 300 ? JSON.stringify(answer ?? {}) : "";
  const unnamed = unknownIn(sent).filter((path) => {
    const name = String(path.at(-1));
    // An odd name is not named as it is.
    return !/[^\w.-]/.test(name) && !message.includes(name) &&
      !shown.includes(JSON.stringify(name));
  });
  if (unnamed.length === 0) return [];
  const act = actOf(one);
  const acts = new Set([
    ...verb === "patch" ? [VERBS.patch] : [],
    ...query.has("fieldValidation") ? [] : [`${act} without fieldValidation`],
    act,
  ]);
  return [
    ...new Set(unnamed.map((path) => `An unknown field ${whereOf(path)} ${DROPPED}`)),
    ...[...acts].map((each) => `${each} does not name each unknown field that it drops`),
    `${act} of ${place?.resource} does not name each unknown field that it drops`,
  ];
}

const DROPPED = "is dropped and not named";

/** Returns the words for the place of a field. */
function whereOf(path: Place): string {
  const index = path.findLast((key) => typeof key === "number");
  if (index !== undefined) return `in ${index === 0 ? "the first" : "a later"} item of a list`;
  if (path[0] === "metadata" && path.length > 1) return "in metadata";
  return path.length === 1 ? "of the object itself" : "in a field that is an object";
}

/** Returns the paths of fields that no type has, or that are written in another letter case. */
function unknownIn(value: Json, path: Place = []): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const target = asObject(item)?.path;
      const isOperation = path.length === 0 && typeof target === "string";
      return isOperation ? ofOperation(target, asObject(item)!.value) : unknownIn(item, [
        ...path,
        index,
      ]);
    });
  }
  const object = asObject(value);
  if (object === undefined || MAPS.test(String(path.at(-1)))) return [];
  return Object.entries(object).flatMap(([key, each]) =>
    key === "managedFields"
      ? []
      : isOfNoType(key)
      ? [[...path, key]]
      : unknownIn(each, [...path, key])
  );
}

/** Returns the paths of such fields that an operation of a JSON patch adds. */
function ofOperation(target: string, value: Json | undefined): Place[] {
  const path = target.split("/").slice(1).map((key) => /^\d+$/.test(key) ? Number(key) : key);
  if (path.some((key) => MAPS.test(String(key)))) return [];
  return isOfNoType(String(path.at(-1))) ? [path] : unknownIn(value ?? null, path);
}

const isOfNoType = (name: string): boolean => isUnknownField(name) || /^[A-Z]/.test(name);
