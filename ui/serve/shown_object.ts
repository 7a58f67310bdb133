/**
 * An object as it is shown: what Secrets hold only when it is asked for, tokens never.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import { safeJson, safeText } from "../../reports/text.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An object in its forms. */
export interface ShownObject {
  /** Without who manages which fields, which is longer than all else. */
  readonly yaml: string;
  /** The same as JSON. */
  readonly json: string;
  /** Who manages which fields, as YAML; empty where nobody does. */
  readonly managedFields: string;
  /** True where something was left out that can be asked for. */
  readonly masked: boolean;
}

/** How an object is shown. */
export interface ShowOptions {
  /** Whether what a Secret holds is shown. @default {false} */
  readonly reveal?: boolean;
  /** What is never shown, also where it is written in base64. */
  readonly tokens: readonly string[];
}

/** What kubectl remembers of an object, its data included. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Writes an object for people. */
export function showObject(object: Fields, { reveal = false, tokens }: ShowOptions): ShownObject {
  const isSecret = object.kind === "Secret";
  // Without this, YAML would show where the object has the same part twice.
  const whole = JSON.parse(JSON.stringify(object)) as Fields;
  const { managedFields, ...metadata } = whole.metadata as Fields;
  const bare = { ...whole, metadata };
  const shown = isSecret && !reveal ? maskedSecret(bare) : bare;
  const clean = (text: string) =>
    tokens.filter((token) => token !== "").flatMap((token) => [token, base64(token)])
      .reduce((left, token) => left.replaceAll(token, "[redacted]"), text);
  return {
    yaml: clean(yamlOf(shown)),
    managedFields: managedFields ? clean(yamlOf(managedFields)) : "",
    json: clean(safeJson(shown, 2)),
    masked: isSecret && !reveal,
  };
}

const yamlOf = (value: unknown) => safeText(stringify(value, { lineWidth: -1 }));

const base64 = (text: string) => new TextEncoder().encode(text).toBase64();

function maskedSecret({ data, stringData, metadata, ...rest }: Fields): Fields {
  return {
    ...rest,
    metadata: withoutLastApplied(metadata as Fields),
    ...(isObject(data) && { data: maskedValues(data) }),
    ...(isObject(stringData) && { stringData: maskedValues(stringData) }),
  };
}

function withoutLastApplied(metadata: Fields): Fields {
  const { annotations } = metadata;
  if (!isObject(annotations) || !(LAST_APPLIED in annotations)) return metadata;
  return { ...metadata, annotations: { ...annotations, [LAST_APPLIED]: MASK } };
}

const MASK = "••••••";

const maskedValues = (values: Fields): Fields =>
  Object.fromEntries(Object.keys(values).map((key) => [key, MASK]));

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
