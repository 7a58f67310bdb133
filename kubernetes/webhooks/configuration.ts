/**
 * The configurations of admission webhooks, and which requests each webhook reviews.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import type { WriteAttributes } from "@plumbline/server/parts";
import { labelPredicate } from "@plumbline/server/rules";

/** How a webhook is reached. */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly name: string;
    readonly namespace: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** The authorities that sign its certificate, PEM in base64. */
  readonly caBundle?: string;
}

/** A rule about the requests that a webhook reviews. */
interface Rule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** A condition in CEL that a reviewed request meets. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** A webhook of a configuration, with its defaults. */
export interface Webhook {
  readonly name: string;
  readonly clientConfig: ClientConfig;
  readonly rules?: readonly Rule[];
  readonly failurePolicy?: string;
  readonly namespaceSelector?: JsonObject;
  readonly objectSelector?: JsonObject;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
}

/** Returns the webhooks of configurations, in the order of the names of these. */
export const webhooksOf = (configurations: readonly ApiObject[]): readonly Webhook[] =>
  configurations.flatMap(({ webhooks }) => (webhooks ?? []) as unknown as readonly Webhook[]);

/** The operation of a write as webhooks name it. */
export const operationOf = ({ verb }: WriteAttributes): string => verb.toUpperCase();

const includes = (values: readonly string[] | undefined, value: string): boolean =>
  values !== undefined && (values.includes("*") || values.includes(value));

/** Returns true if a rule of the webhook names the request. */
export function matchesRules({ rules = [] }: Webhook, write: WriteAttributes): boolean {
  const { group, version, namespaced } = write.definition;
  const scope = namespaced ? "Namespaced" : "Cluster";
  return rules.some((rule) =>
    includes(rule.operations, operationOf(write)) && includes(rule.apiGroups, group) &&
    includes(rule.apiVersions, version) && includes([rule.scope ?? "*"], scope) &&
    (rule.resources ?? []).some((pattern) => matchesResource(pattern, write))
  );
}

function matchesResource(
  pattern: string,
  { definition, subresource = "" }: WriteAttributes,
): boolean {
  const [resource, ...rest] = pattern.split("/");
  const [expected] = rest;
  if (resource !== "*" && resource !== definition.resource) return false;
  return expected === undefined ? subresource === "" : expected === "*" || expected === subresource;
}

/** Returns true if the selectors of the webhook select the object and its namespace. */
export function matchesSelectors(
  { namespaceSelector = {}, objectSelector = {} }: Webhook,
  { object, old, definition }: WriteAttributes,
  namespace: ApiObject | undefined,
): boolean {
  const selects = (selector: JsonObject, of: ApiObject | undefined): boolean =>
    Object.keys(selector).length === 0 || labelPredicate(selector)(of?.metadata.labels ?? {});
  // A namespace is selected by its own labels.
  const own = definition.group === "" && definition.resource === "namespaces";
  const isSelected = own
    ? selects(namespaceSelector, object ?? old)
    : !definition.namespaced || selects(namespaceSelector, namespace);
  return isSelected && [object, old].some((one) => one && selects(objectSelector, one));
}
