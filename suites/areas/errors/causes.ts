/**
 * Checks of the causes in the details of an error: one for each invalid field.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest } from "../../session/write_forms.ts";

/** Invalid fields of a type, with the values that make them invalid. */
interface Invalid {
  readonly fields: readonly string[];
  readonly change: JsonObject;
}

/** Invalid fields of every type. */
const METADATA: Invalid = {
  fields: ["metadata.labels", "metadata.annotations"],
  change: { metadata: { labels: { valid: "not valid!" }, annotations: { "not valid!": "" } } },
};

const RULES: Invalid = {
  fields: ["rules[0].verbs", "rules[2].verbs"],
  change: {
    rules: [[], ["get"], []].map((verbs) => ({
      verbs,
      apiGroups: ["plumbline.invalid"],
      resources: ["plumbs"],
    })),
  },
};

const SUBJECTS: Invalid = {
  fields: ["subjects[0].name", "subjects[1].kind"],
  change: {
    subjects: [{ kind: "Group", name: "" }, { kind: "Plumber", name: "nobody" }],
  },
};

const INVALID: Readonly<Record<string, Invalid>> = {
  secrets: {
    fields: ["data[a b]", "data[c/d]"],
    change: { data: { "a b": "", "c/d": "", "valid": "" } },
  },
  deployments: {
    fields: ["spec.replicas", "spec.minReadySeconds", "spec.revisionHistoryLimit"],
    change: { spec: { replicas: -1, minReadySeconds: -1, revisionHistoryLimit: -1 } },
  },
  roles: RULES,
  clusterroles: RULES,
  rolebindings: SUBJECTS,
  clusterrolebindings: SUBJECTS,
};

/** An object with several invalid fields, and how it is written. */
interface InvalidCase {
  readonly resource: string;
  readonly what: "metadata" | "content";
  readonly write: "create" | "update" | "merge-patch";
}

/** Checks of causes. */
export const CAUSES: readonly Check[] = [
  property<InvalidCase>({
    id: "errors/causes",
    title: "The error for an object with several invalid fields has a cause for each of them",
    requirements: ["errors.cause-for-each-field"],
    level: "convention",
    ...enumerated(() =>
      combinations<InvalidCase>({
        resource: RESOURCE_TYPES.map((type) => type.resource),
        what: ["metadata", "content"],
        write: ["create", "update", "merge-patch"],
      }, 0)
    ),
    run: async (scope, { resource, what, write }) => {
      scope.note(write);
      const type = resourceType(resource);
      const { fields, change } = what === "metadata" ? METADATA : INVALID[resource]!;
      const object = scope.newObject(type);
      let request = changeRequest(scope, type, object, "update", change);
      if (write === "create") {
        const path = request.path.slice(0, request.path.lastIndexOf("/"));
        request = { ...request, method: "POST", path };
      } else {
        const { status, json } = await scope.create(type, object);
        if (status >= 300) throw new Discard(`no object could be created: ${status}`);
        request = changeRequest(scope, type, asObject(json) ?? {}, write, change);
      }
      const response = await scope.send(request);
      if (response.status < 400) throw new Discard("the object was not rejected");
      const details = asObject(asObject(response.json)?.details);
      const causes = (Array.isArray(details?.causes) ? details.causes : []).map(asObject);
      const isText = (value: Json | undefined) => typeof value === "string" && value !== "";
      const isWhole = causes.every((each) => isText(each?.reason) && isText(each?.message));
      const named = causes.map((each) => String(each?.field));
      const missing = fields.filter((field) => !named.includes(field));
      const message = String(asObject(response.json)?.message);
      const unsaid = fields.filter((field) => !message.includes(field));
      if (isWhole && missing.length === 0 && unsaid.length === 0) return;
      throw new Violation("errors.cause-for-each-field", {
        expected: `causes with reason and message for ${fields.join(", ")}, named in the message`,
        actual: `${describeResponse(response)}; causes ${JSON.stringify(causes)}`,
      });
    },
  }),
];
