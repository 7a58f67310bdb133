/**
 * Validates configurations of admission webhooks, with the messages of real servers.
 *
 * @module
 */
import type { Cause, Json } from "@plumbline/server/api";
import {
  duplicateCause,
  invalidCause,
  itemsOf,
  nameCauses,
  portNumber,
  qualifiedName,
  required,
  requiredCause,
  subdomain,
  textsOf,
  validateSelector,
  when,
} from "@plumbline/server/rules";
import {
  all,
  alwaysInvalid,
  each,
  eachText,
  eachValue,
  fields,
  filled,
  type ItemRule,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
} from "@plumbline/server/fields";

/** Requires that a named item differs in its name from those before it. */
const uniqueName: ItemRule = ({ name }, path, index, all) =>
  when(
    name && all.slice(0, index).some((other) => other.name === name),
    duplicateCause(`${path}.name`, name),
  );

const webhookName: Rule = (value, path) => {
  const name = String(value ?? "");
  if (name === "") return [requiredCause(path)];
  const wrong = nameCauses(path, name, "subdomain");
  if (wrong.length > 0 || name.split(".").length >= 3) return wrong;
  return [
    invalidCause(path, name, "should be a domain with at least three segments separated by dots"),
  ];
};

const MOST_CONDITIONS = 64;

const blank: Rule = (text, path) => required(String(text ?? "").trim(), path);

const tooMany: Rule = (list, path) => {
  const count = itemsOf(list).length;
  const message = `Too many: ${count}: must have at most ${MOST_CONDITIONS} items`;
  return when(count > MOST_CONDITIONS, { reason: "FieldValueTooMany", field: path, message });
};

/** Validates match conditions, besides their expressions. */
export const validateMatchConditions: Rule = all(
  tooMany,
  each(fields({ expression: blank, name: filled(qualifiedName) }), uniqueName),
);

const LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

const reviewVersion: ItemRule<Json> = (version, path, index, versions) =>
  versions.indexOf(version) < index ? [invalidCause(path, version, "duplicate version")] : when(
    !LABEL.test(String(version)),
    invalidCause(path, version, "must be a DNS-1035 label"),
  );

/** The versions of a review that a webhook knows: one of those that servers send is among them. */
const reviewVersions: Rule = (list, path) => {
  const versions = textsOf(list);
  if (versions.length === 0) return [requiredCause(path, "must specify one of v1, v1beta1")];
  const shown = `[]string{${versions.map((version) => JSON.stringify(version)).join(", ")}}`;
  const message = `Invalid value: ${shown}: must include at least one of v1, v1beta1`;
  return [
    ...eachValue(reviewVersion)(list, path),
    ...when(
      !versions.some((version) => version === "v1" || version === "v1beta1"),
      { reason: "FieldValueInvalid", field: path, message },
    ),
  ];
};

const notBesideAll = must(
  (list) => textsOf(list).length <= 1 || !textsOf(list).includes("*"),
  "if '*' is present, must not specify others",
);

const noneEmpty = eachText((text, path) => when(text === "", requiredCause(path)));

/** Refuses resources that a wildcard includes. */
const wildcards: Rule = (list, path) => {
  const resources = textsOf(list);
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
      when(
        isIncluded(part, index),
        invalidCause(`${path}[${index}]`, resources[index], "a wildcard includes it"),
      )
    ),
    ...when(
      resources.length > 1 && resources.includes("*/*"),
      invalidCause(path, resources, "if '*/*' is present, must not specify other resources"),
    ),
    ...when(
      whole.includes("*") && whole.at(-1) !== "*",
      invalidCause(path, resources, "if '*' is present, must not specify other resources"),
    ),
  ];
};

/** Validates a rule about requests. */
export const validateRule: ObjectRule = (rule, path = "") =>
  all(
    fields({
      operations: [someItems(), notBesideAll],
      apiGroups: notBesideAll,
      apiVersions: notBesideAll,
    }),
    fields({
      operations: eachText(oneOf("*", "CONNECT", "CREATE", "DELETE", "UPDATE")),
      // The group of the core API has an empty name.
      apiGroups: someItems(),
      apiVersions: [someItems(), noneEmpty],
      resources: [someItems(), noneEmpty, wildcards],
      scope: maybe(oneOf("*", "Cluster", "Namespaced")),
    }),
  )(rule, path);

/** The path of a webhook: segments are DNS subdomains. */
const servicePath: Rule = (value, at) => {
  const path = String(value);
  if (path === "" || path === "/") return [];
  if (path === "//") return [invalidCause(at, path, "segment[0] may not be empty")];
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  return [
    ...when(!path.startsWith("/"), invalidCause(at, path, "must start with a '/'")),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [invalidCause(at, path, `segment[${index}] may not be empty`)]
        : subdomain(segment, at)
    ),
  ];
};

const webhookService = fields(({ name, namespace }) => ({
  // Real servers mistake the one for the other.
  name: !namespace && missing("service name is required"),
  namespace: !name && missing("service namespace is required"),
  port: (port, path) => portNumber(port ?? 443, path),
  path: maybe(servicePath),
}));

/** Validates how to reach a webhook: by a URL or a Service. */
export const validateClient: ObjectRule = object((client, path) => {
  const { url, service } = client;
  if ((url === undefined) === (service === undefined)) {
    return [requiredCause(path, "exactly one of url or service is required")];
  }
  return fields({
    url: maybe((text, at) => validateUrl(String(text), at)),
    service: service !== undefined && orEmpty(webhookService),
  })(client, path);
});

const webhook = fields(({ timeoutSeconds, sideEffects }) => {
  const seconds = Number(timeoutSeconds ?? 10);
  return {
    name: webhookName,
    rules: each(validateRule),
    failurePolicy: maybe(oneOf("Fail", "Ignore")),
    namespaceSelector: validateSelector,
    objectSelector: validateSelector,
    matchPolicy: maybe(oneOf("Equivalent", "Exact")),
    reinvocationPolicy: maybe(oneOf("IfNeeded", "Never")),
    sideEffects: sideEffects === undefined
      ? missing("must specify one of None, NoneOnDryRun")
      : oneOf("None", "NoneOnDryRun"),
    timeoutSeconds: (seconds < 1 || seconds > 30) &&
      alwaysInvalid("the timeout value must be between 1 and 30 seconds"),
    clientConfig: orEmpty(validateClient),
    matchConditions: validateMatchConditions,
    admissionReviewVersions: reviewVersions,
  };
});

/** Validates a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration. */
export const validateWebhooks: ObjectRule = fields({
  webhooks: [each(webhook), each(uniqueName)],
});

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
