/**
 * Secrets: their types, defaults and validation (specification, "Secret").
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { type ApiObject, equal, type JsonObject } from "../object.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";

const ACCOUNT = "kubernetes.io/service-account.name";

const required = (field: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: "Required value",
});

const needs = (...keys: string[]) => (data: JsonObject): Cause[] =>
  keys.filter((key) => data[key] === undefined).map((key) => required(`data[${key}]`));

/** Validates the credentials of a registry: a JSON object under one key. */
const needsJson = (key: string) => (data: JsonObject): Cause[] => {
  const value = data[key];
  if (value === undefined) return needs(key)(data);
  return isJsonObject(String(value)) ? [] : [{
    reason: "FieldValueInvalid",
    field: `data[${key}]`,
    // The value is not repeated: it is secret.
    message: "Invalid value: must be a JSON object",
  }];
};

const RULES: Readonly<Record<string, (data: JsonObject, object: ApiObject) => Cause[]>> = {
  "kubernetes.io/tls": needs("tls.crt", "tls.key"),
  "kubernetes.io/dockercfg": needsJson(".dockercfg"),
  "kubernetes.io/dockerconfigjson": needsJson(".dockerconfigjson"),
  "kubernetes.io/basic-auth": (data) => {
    const missing = needs("username", "password")(data);
    return missing.length === 2 ? missing : [];
  },
  "kubernetes.io/ssh-auth": (data) =>
    data["ssh-privatekey"] ? [] : [required("data[ssh-privatekey]")],
  "kubernetes.io/service-account-token": (_, { metadata }) =>
    metadata.annotations?.[ACCOUNT] ? [] : [required(`metadata.annotations[${ACCOUNT}]`)],
};

/** Returns the missing keys that the type of a secret requires. */
function validateType(secret: ApiObject): Cause[] {
  const type = String(secret.type);
  const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined;
  return rule?.(asObject(secret.data) ?? {}, secret) ?? [];
}

function isJsonObject(base64: string): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(base64)));
    return typeof value === "object" && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The maximum total size of a secret's values in bytes: 1 MiB, as on real servers. */
const SIZE_LIMIT = 1024 * 1024;

// The length is compared apart: V8 does not compile a pattern that counts so far.
const KEY = /^[-._a-zA-Z0-9]+$/;
const KEY_LENGTH = 253;

/** Returns what is wrong with a key of a Secret or a ConfigMap, undefined if nothing is. */
export const keyError = (key: string): string | undefined =>
  key.length <= KEY_LENGTH && KEY.test(key) && key !== "." && !key.startsWith("..")
    ? undefined
    : "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** The resource `secrets`. */
export const secret: ResourceDefinition = {
  group: "",
  version: "v1",
  resource: "secrets",
  singular: "secret",
  kind: "Secret",
  namespaced: true,
  selectableFields: ({ type }) => ({ type: String(type ?? "") }),
  columns: [
    name,
    { name: "Type", type: "string", cell: ({ type }) => String(type) },
    { name: "Data", type: "string", cell: ({ data }) => Object.keys(asObject(data) ?? {}).length },
    age,
  ],
  strategy: { applyDefaults, validate, validateUpdate },
};

/** Merges stringData into data, which it overrides. */
function applyDefaults(object: ApiObject): void {
  const plain = asObject(object.stringData);
  if (plain) {
    const encoder = new TextEncoder();
    const merged = Object.entries(plain).map(([key, value]) =>
      [key, encoder.encode(String(value)).toBase64()] as const
    );
    object.data = { ...asObject(object.data), ...Object.fromEntries(merged) };
  }
  if ("stringData" in object) delete object.stringData;
}

function validate(secret: ApiObject): Cause[] {
  const { data } = secret;
  const causes: Cause[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(asObject(data) ?? {})) {
    const wrong = keyError(key);
    if (wrong !== undefined) {
      causes.push({
        reason: "FieldValueInvalid",
        field: `data[${key}]`,
        message: `Invalid value: "${key}": ${wrong}`,
      });
    }
    size += decodedLength(String(value));
  }
  if (size > SIZE_LIMIT) {
    causes.push({
      reason: "FieldValueTooLong",
      field: "data",
      message: `Too long: must have at most ${SIZE_LIMIT} bytes`,
    });
  }
  return [...causes, ...validateType(secret)];
}

/** Returns the number of bytes that a base64 text encodes, without decoding it. */
const decodedLength = (text: string) =>
  Math.floor(text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);

function validateUpdate(object: ApiObject, old: ApiObject): Cause[] {
  const causes: Cause[] = [];
  const unchangeable = (field: string, why: string) =>
    causes.push({ reason: "FieldValueForbidden", field, message: why });
  if (object.type !== old.type) {
    causes.push({
      reason: "FieldValueInvalid",
      field: "type",
      message: `Invalid value: ${JSON.stringify(object.type)}: field is immutable`,
    });
  }
  if (old.immutable === true) {
    if (object.immutable !== true) {
      unchangeable("immutable", "field is immutable when `immutable` is set");
    }
    if (!equal(object.data ?? {}, old.data ?? {})) {
      unchangeable("data", "field is immutable when `immutable` is set");
    }
  }
  return causes;
}
