/**
 * Validates configurations of admission webhooks, with the messages of real servers.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import {
  duplicateCause,
  invalidCause,
  nameCauses,
  requiredCause,
  unsupportedCause,
} from "./field_causes.ts";

import { validateSelector } from "./label_selector.ts";
import { portNumber, qualifiedName, subdomain } from "./rules.ts";

const listOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

/** Returns the errors of a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration. */
export function validateWebhooks({ webhooks }: ApiObject): Cause[] {
  const all = listOf(webhooks).map((webhook) => asObject(webhook) ?? {});
  return [
    ...all.flatMap((webhook, at) => validateWebhook(webhook, `webhooks[${at}]`)),
    ...all.flatMap(({ name }, at) =>
      name && all.findIndex((other) => other.name === name) < at
        ? [duplicateCause(`webhooks[${at}].name`, name)]
        : []
    ),
  ];
}

function validateWebhook(webhook: JsonObject, field: string): Cause[] {
  const { name, failurePolicy, matchPolicy, reinvocationPolicy, sideEffects } = webhook;
  const { timeoutSeconds } = webhook;
  const causes: Cause[] = [...validateName(String(name ?? ""), `${field}.name`)];
  listOf(webhook.rules).forEach((rule, at) =>
    causes.push(...validateRule(asObject(rule) ?? {}, `${field}.rules[${at}]`))
  );
  const oneOf = (member: string, value: Json | undefined, known: readonly string[]) => {
    if (value !== undefined && !known.includes(String(value))) {
      causes.push(unsupportedCause(`${field}.${member}`, value, known));
    }
  };
  oneOf("failurePolicy", failurePolicy, ["Fail", "Ignore"]);
  for (const member of ["namespaceSelector", "objectSelector"]) {
    const selector = asObject(webhook[member]);
    if (selector) causes.push(...validateSelector(selector, `${field}.${member}`));
  }
  oneOf("matchPolicy", matchPolicy, ["Equivalent", "Exact"]);
  oneOf("reinvocationPolicy", reinvocationPolicy, ["IfNeeded", "Never"]);
  oneOf("sideEffects", sideEffects, ["None", "NoneOnDryRun"]);
  if (sideEffects === undefined) {
    causes.push(requiredCause(`${field}.sideEffects`, "must specify one of None, NoneOnDryRun"));
  }
  const seconds = Number(timeoutSeconds ?? 10);
  if (seconds < 1 || seconds > 30) {
    const why = "the timeout value must be between 1 and 30 seconds";
    causes.push(invalidCause(`${field}.timeoutSeconds`, timeoutSeconds, why));
  }
  causes.push(...validateClient(asObject(webhook.clientConfig) ?? {}, `${field}.clientConfig`));
  causes.push(...validateMatchConditions(webhook.matchConditions, `${field}.matchConditions`));
  causes.push(...validateVersions(webhook, `${field}.admissionReviewVersions`));
  return causes;
}

const MOST_CONDITIONS = 64;

/** Validates match conditions, besides their expressions. */
export function validateMatchConditions(conditions: Json | undefined, field: string): Cause[] {
  const all = listOf(conditions).map((one) => asObject(one) ?? {});
  const tooMany: Cause = {
    reason: "FieldValueTooMany",
    field,
    message: `Too many: ${all.length}: must have at most ${MOST_CONDITIONS} items`,
  };
  return [
    ...(all.length > MOST_CONDITIONS ? [tooMany] : []),
    ...all.flatMap(({ name, expression }, index) => {
      const at = `${field}[${index}]`;
      return [
        ...(String(expression ?? "").trim() === "" ? [requiredCause(`${at}.expression`)] : []),
        ...(name ? qualifiedName(name, `${at}.name`) : [requiredCause(`${at}.name`)]),
        ...(name && all.findIndex((other) => other.name === name) < index
          ? [duplicateCause(`${at}.name`, name)]
          : []),
      ];
    }),
  ];
}

function validateName(name: string, field: string): Cause[] {
  if (name === "") return [requiredCause(field)];
  const wrong = nameCauses(field, name, "subdomain");
  if (wrong.length > 0 || name.split(".").length >= 3) return wrong;
  return [
    invalidCause(field, name, "should be a domain with at least three segments separated by dots"),
  ];
}

function validateVersions({ admissionReviewVersions }: JsonObject, field: string): Cause[] {
  const versions = listOf(admissionReviewVersions);
  const wrong = versions.flatMap((version, at) =>
    versions.indexOf(version) < at
      ? [invalidCause(`${field}[${at}]`, version, "duplicate version")]
      : LABEL.test(String(version))
      ? []
      : [invalidCause(`${field}[${at}]`, version, "must be a DNS-1035 label")]
  );
  if (versions.length === 0) return [requiredCause(field, "must specify one of v1, v1beta1")];
  if (versions.some((version) => version === "v1" || version === "v1beta1")) return wrong;
  const shown = `[]string{${versions.map((version) => JSON.stringify(version)).join(", ")}}`;
  const message = `Invalid value: ${shown}: must include at least one of v1, v1beta1`;
  return [...wrong, { reason: "FieldValueInvalid", field, message }];
}

const LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

/** Validates a rule about requests. */
export function validateRule(rule: JsonObject, field: string): Cause[] {
  const causes: Cause[] = [];
  const operations = listOf(rule.operations);
  if (operations.length === 0) causes.push(requiredCause(`${field}.operations`));
  for (const member of ["operations", "apiGroups", "apiVersions"]) {
    const values = listOf(rule[member]);
    if (values.length > 1 && values.includes("*")) {
      const why = "if '*' is present, must not specify others";
      causes.push(invalidCause(`${field}.${member}`, values, why));
    }
  }
  operations.forEach((operation, at) => {
    if (!OPERATIONS.includes(String(operation))) {
      causes.push(unsupportedCause(`${field}.operations[${at}]`, operation, OPERATIONS));
    }
  });
  for (const member of ["apiGroups", "apiVersions", "resources"]) {
    const values = listOf(rule[member]);
    if (values.length === 0) causes.push(requiredCause(`${field}.${member}`));
    // The group of the core API has an empty name.
    if (member === "apiGroups") continue;
    values.forEach((value, at) => {
      if (value === "") causes.push(requiredCause(`${field}.${member}[${at}]`));
    });
  }
  causes.push(...wildcards(listOf(rule.resources).map(String), `${field}.resources`));
  const { scope } = rule;
  if (scope !== undefined && !["*", "Cluster", "Namespaced"].includes(String(scope))) {
    causes.push(unsupportedCause(`${field}.scope`, scope, ["*", "Cluster", "Namespaced"]));
  }
  return causes;
}

/** Refuses resources that a wildcard includes. */
function wildcards(resources: readonly string[], field: string): Cause[] {
  const parts = resources.map((text) => text.split(/\/(.*)/s));
  const whole = parts.filter(([name, sub]) => name !== "" && sub === undefined)
    .map(([name]) => name);
  const isIncluded = ([name, sub]: readonly string[], index: number) =>
    sub !== undefined &&
    parts.slice(0, index).some(([otherName, otherSub]) =>
      otherSub !== undefined &&
      (otherName === name && otherSub === "*" || otherSub === sub && otherName === "*")
    );
  return [
    ...parts.flatMap((part, index) =>
      isIncluded(part, index)
        ? [invalidCause(`${field}[${index}]`, resources[index], "a wildcard includes it")]
        : []
    ),
    ...(resources.length > 1 && resources.includes("*/*")
      ? [invalidCause(field, resources, "if '*/*' is present, must not specify other resources")]
      : []),
    ...(whole.includes("*") && whole.at(-1) !== "*"
      ? [invalidCause(field, resources, "if '*' is present, must not specify other resources")]
      : []),
  ];
}

/** Validates how to reach a webhook: by a URL or a Service. */
export function validateClient({ url, service }: JsonObject, field: string): Cause[] {
  if ((url === undefined) === (service === undefined)) {
    return [requiredCause(field, "exactly one of url or service is required")];
  }
  if (url !== undefined) return validateUrl(String(url), `${field}.url`);
  const { name, namespace, port = 443, path } = asObject(service) ?? {};
  return [
    // Real servers mistake the one for the other.
    ...(namespace ? [] : [requiredCause(`${field}.service.name`, "service name is required")]),
    ...(name ? [] : [requiredCause(`${field}.service.namespace`, "service namespace is required")]),
    ...portNumber(port, `${field}.service.port`),
    ...(path === undefined ? [] : validatePath(String(path), `${field}.service.path`)),
  ];
}

/** Validates the path of a webhook: segments are DNS subdomains. */
function validatePath(path: string, field: string): Cause[] {
  if (path === "" || path === "/") return [];
  if (path === "//") return [invalidCause(field, path, "segment[0] may not be empty")];
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  return [
    ...(path.startsWith("/") ? [] : [invalidCause(field, path, "must start with a '/'")]),
    ...segments.flatMap((segment, at) =>
      segment === ""
        ? [invalidCause(field, path, `segment[${at}] may not be empty`)]
        : subdomain(segment, field)
    ),
  ];
}

function validateUrl(text: string, field: string): Cause[] {
  if (!URL.canParse(text)) {
    return [requiredCause(field, "url must be a valid URL; desired format: https://host[/path]")];
  }
  const url = new URL(text);
  const causes: Cause[] = [];
  if (url.protocol !== "https:") {
    const why = "'https' is the only allowed URL scheme; desired format: https://host[/path]";
    causes.push(invalidCause(field, url.protocol.slice(0, -1), why));
  }
  if (url.username || url.password) {
    const why = "user information is not permitted in the URL";
    causes.push(invalidCause(field, `${url.username}${url.password && `:${url.password}`}`, why));
  }
  if (url.hash) {
    causes.push(invalidCause(field, url.hash.slice(1), "fragments are not permitted in the URL"));
  }
  if (url.search) {
    const why = "query parameters are not permitted in the URL";
    causes.push(invalidCause(field, url.search.slice(1), why));
  }
  return causes;
}
