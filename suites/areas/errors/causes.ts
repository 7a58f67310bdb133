/**
 * Checks of the causes in the details of an error: one for each invalid field.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** A way to write an object. */
type Write = "create" | "update" | "merge-patch";

/** Why a field is invalid; real servers put `FieldValue` before it. */
type Reason = "Forbidden" | "Invalid" | "NotSupported" | "Required";

/** Invalid fields, with the values that make them invalid. */
interface Invalid {
  /** The reason of each field. */
  readonly causes: Readonly<Record<string, Reason>>;
  readonly change: JsonObject;
  /** Members of the object that an update changes. */
  readonly initial?: JsonObject;
  /** The writes for which the fields are invalid. @default all */
  readonly writes?: readonly Write[];
}

const UPDATES: readonly Write[] = ["update", "merge-patch"];
const WRITES: readonly Write[] = ["create", ...UPDATES];
const GROUP = "plumbline.invalid";

/** Invalid fields of every type. */
const METADATA: Readonly<Record<string, Invalid>> = {
  "labels and annotations": {
    causes: { "metadata.labels": "Invalid", "metadata.annotations": "Invalid" },
    change: { metadata: { labels: { valid: "not valid!" }, annotations: { "not valid!": "" } } },
  },
};

const NAMES: Readonly<Record<string, Invalid>> = {
  "name": {
    causes: { "metadata.name": "Invalid" },
    change: { metadata: { name: "Not valid!" } },
    writes: ["create"],
  },
};

const rules = (...rules: readonly JsonObject[]) => ({ rules: [...rules] });
const PLUMBS = { apiGroups: [GROUP], resources: ["plumbs"] };

const RULES: Readonly<Record<string, Invalid>> = {
  "no verbs": {
    causes: { "rules[0].verbs": "Required", "rules[2].verbs": "Required" },
    change: rules(
      { verbs: [], ...PLUMBS },
      { verbs: ["get"], ...PLUMBS },
      { verbs: [], ...PLUMBS },
    ),
  },
  "no resources": {
    causes: { "rules[1].apiGroups": "Required", "rules[1].resources": "Required" },
    change: rules({ verbs: ["get"], ...PLUMBS }, { verbs: ["get"] }),
  },
  "paths beside resources": {
    causes: { "rules[0].nonResourceURLs": "Invalid" },
    change: rules({ verbs: ["get"], ...PLUMBS, nonResourceURLs: ["/plumb"] }),
  },
};

const subjects = (...subjects: readonly JsonObject[]) => ({ subjects: [...subjects] });

const BINDINGS: Readonly<Record<string, Invalid>> = {
  "subjects": {
    causes: { "subjects[0].name": "Required", "subjects[1].kind": "NotSupported" },
    change: subjects({ kind: "Group", name: "" }, { kind: "Plumber", name: "nobody" }),
  },
  "groups of subjects": {
    causes: {
      "subjects[0].apiGroup": "NotSupported",
      "subjects[1].apiGroup": "NotSupported",
      "subjects[2].apiGroup": "NotSupported",
    },
    change: subjects(
      { kind: "User", name: "a", apiGroup: GROUP },
      { kind: "Group", name: "b", apiGroup: GROUP },
      { kind: "ServiceAccount", name: "c", namespace: "plumbline-nowhere", apiGroup: GROUP },
    ),
  },
  "names of accounts": {
    causes: { "subjects[0].name": "Invalid" },
    change: subjects({ kind: "ServiceAccount", name: "Not valid", namespace: "plumbline-nowhere" }),
  },
  "roleRef": {
    causes: {
      "roleRef.apiGroup": "NotSupported",
      "roleRef.kind": "NotSupported",
      "roleRef.name": "Required",
    },
    change: { roleRef: { apiGroup: GROUP, kind: "Plumber", name: "" } },
    writes: ["create"],
  },
  "another roleRef": {
    causes: { "roleRef": "Invalid" },
    change: { roleRef: { name: "plumbline-another" } },
    writes: UPDATES,
  },
};

const rollingUpdate = (rollingUpdate: JsonObject, type = "RollingUpdate") => ({
  spec: { strategy: { type, rollingUpdate } },
});
const ROLLING_UPDATE = "spec.strategy.rollingUpdate";

const INVALID: Readonly<Record<string, Readonly<Record<string, Invalid>>>> = {
  secrets: {
    ...NAMES,
    "keys": {
      causes: { "data[a b]": "Invalid", "data[c/d]": "Invalid" },
      change: { data: { "a b": "", "c/d": "", "valid": "" } },
    },
    "immutable": {
      causes: { "type": "Invalid", "immutable": "Forbidden", "data": "Forbidden" },
      initial: { type: `${GROUP}/one`, immutable: true, data: { a: "eA==" } },
      change: { type: `${GROUP}/two`, immutable: false, data: { a: "eQ==" } },
      writes: UPDATES,
    },
  },
  deployments: {
    ...NAMES,
    "numbers": {
      causes: {
        "spec.replicas": "Invalid",
        "spec.minReadySeconds": "Invalid",
        "spec.revisionHistoryLimit": "Invalid",
        "spec.progressDeadlineSeconds": "Invalid",
      },
      change: {
        spec: {
          replicas: -1,
          minReadySeconds: -1,
          revisionHistoryLimit: -1,
          progressDeadlineSeconds: -1,
        },
      },
    },
    "bounds of Recreate": {
      causes: { [ROLLING_UPDATE]: "Forbidden" },
      change: rollingUpdate({ maxSurge: 1 }, "Recreate"),
    },
    "bounds of zero": {
      causes: { [`${ROLLING_UPDATE}.maxUnavailable`]: "Invalid" },
      change: rollingUpdate({ maxSurge: 0, maxUnavailable: 0 }),
    },
    "negative bounds": {
      causes: {
        [`${ROLLING_UPDATE}.maxUnavailable`]: "Invalid",
        [`${ROLLING_UPDATE}.maxSurge`]: "Invalid",
      },
      change: rollingUpdate({ maxSurge: -1, maxUnavailable: -2 }),
    },
    "labels of the template": {
      causes: { "spec.template.metadata.labels": "Invalid" },
      change: { spec: { selector: { matchLabels: { plumb: "line" } } } },
      writes: ["create"],
    },
    "another selector": {
      causes: { "spec.selector": "Invalid" },
      change: {
        spec: {
          selector: { matchLabels: { plumb: "line" } },
          template: { metadata: { labels: { plumb: "line" } } },
        },
      },
      writes: UPDATES,
    },
  },
  roles: RULES,
  clusterroles: {
    ...RULES,
    "no selectors": {
      causes: { "aggregationRule.clusterRoleSelectors": "Required" },
      change: { aggregationRule: { clusterRoleSelectors: [] } },
    },
  },
  rolebindings: BINDINGS,
  clusterrolebindings: {
    ...BINDINGS,
    "namespaces of accounts": {
      causes: { "subjects[0].namespace": "Required" },
      change: subjects({ kind: "ServiceAccount", name: "a" }),
    },
  },
};

/** Returns what is invalid in objects of a type, by name. */
const invalidOf = (resource: string) => ({ ...METADATA, ...INVALID[resource] });

/** An object with several invalid fields, and how it is written. */
interface InvalidCase {
  readonly resource: string;
  /** The name of what is invalid. */
  readonly what: string;
  readonly write: Write;
}

/** Returns every invalid object of every type, in every write for which it is invalid. */
const everyCase = (): InvalidCase[] =>
  RESOURCE_TYPES.flatMap(({ resource }) =>
    Object.entries(invalidOf(resource)).flatMap(([what, { writes = WRITES }]) =>
      writes.map((write) => ({ resource, what, write }))
    )
  );

/** Checks of causes. */
export const CAUSES: readonly Check[] = [
  property<InvalidCase>({
    id: "errors/causes",
    version: 2,
    title: "The error for an object with several invalid fields has a cause for each of them",
    requirements: ["errors.cause-for-each-field"],
    ...enumerated(everyCase),
    run: async (scope, { resource, what, write }) => {
      scope.note(write);
      const type = resourceType(resource);
      const { causes: expected, change, initial = {} } = invalidOf(resource)[what]!;
      const fields = Object.keys(expected);
      const object = { ...scope.newObject(type), ...initial };
      let request = changeRequest(scope, type, object, "update", change);
      if (write === "create") {
        const path = request.path.slice(0, request.path.lastIndexOf("/"));
        request = { ...request, method: "POST", path };
      } else {
        const created = await scope.create(type, object);
        const { status, json } = created;
        if (status >= 300) throw rejected(created, "no object could be created");
        request = changeRequest(scope, type, asObject(json) ?? {}, write, change);
      }
      const response = await scope.send(request);
      if (response.status < 400) throw new Discard("the object was not rejected");
      const details = asObject(asObject(response.json)?.details);
      const causes = (Array.isArray(details?.causes) ? details.causes : []).map(asObject);
      const isText = (value: Json | undefined) => typeof value === "string" && value !== "";
      const isWhole = causes.every((each) => isText(each?.reason) && isText(each?.message));
      const named = causes.map((each) => `${each?.field}: ${each?.reason}`);
      const missing = Object.entries(expected)
        .filter(([field, reason]) => !named.includes(`${field}: FieldValue${reason}`));
      const message = String(asObject(response.json)?.message);
      const unsaid = fields.filter((field) => !message.includes(field));
      verify("errors.cause-for-each-field", {
        holds: isWhole && missing.length === 0 && unsaid.length === 0,
        expected: `causes with a message for ${JSON.stringify(expected)}, named in the message`,
        actual: `${describeResponse(response)}; causes ${JSON.stringify(causes)}`,
      });
    },
  }),
];
