/**
 * What secrets of well-known types must hold. The interface leaves the type to programs; real
 * servers hold these types to what the programs read.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";

const ACCOUNT = "kubernetes.io/service-account.name";

const required = (field: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: "Required value",
});

const needs = (...keys: string[]) => (data: JsonObject): Cause[] =>
  keys.filter((key) => data[key] === undefined).map((key) => required(`data[${key}]`));

/** A registry's credentials: a JSON object under one key. */
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

/** What a secret lacks for its type. */
export function validateType(secret: ApiObject): Cause[] {
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
