/**
 * Objects as the live page shows them: the data of Secrets only on request, tokens never.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import { safeJson, safeText } from "@plumbline/reports/text";

type Fields = Readonly<Record<string, unknown>>;

/** An object in several formats. */
export interface ObjectView {
  /** The object as YAML, without `managedFields`. */
  readonly yaml: string;
  /** The object as JSON, without `managedFields`. */
  readonly json: string;
  /** The `managedFields` as YAML; empty if there are none. */
  readonly managedFields: string;
  /** True if data was masked that can be requested. */
  readonly masked: boolean;
}

/** Options of {@linkcode objectView}. */
export interface ObjectViewOptions {
  /** Show the data of Secrets. @default {false} */
  readonly reveal?: boolean;
  /** Tokens to redact, also in base64. */
  readonly tokens: readonly string[];
}

/** The annotation of kubectl with the whole object, including its data. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Returns an object in several formats. */
export function objectView(
  object: Fields,
  { reveal = false, tokens }: ObjectViewOptions,
): ObjectView {
  const isSecret = object.kind === "Secret";
  // Removes shared references, which YAML would print as anchors.
  const whole = JSON.parse(JSON.stringify(object)) as Fields;
  const { managedFields, ...metadata } = whole.metadata as Fields;
  const bare = { ...whole, metadata };
  const visible = isSecret && !reveal ? maskedSecret(bare) : bare;
  const clean = (text: string) =>
    tokens.filter((token) => token !== "").flatMap((token) => [token, base64(token)])
      .reduce((result, token) => result.replaceAll(token, "[redacted]"), text);
  return {
    yaml: clean(yamlOf(visible)),
    managedFields: managedFields ? clean(yamlOf(managedFields)) : "",
    json: clean(safeJson(visible, 2)),
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
