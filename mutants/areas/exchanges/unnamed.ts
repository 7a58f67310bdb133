/**
 * Mutants of writes that change what they do not name, and of forms that lose a value.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import {
  listOf,
  metadataOf,
  objectsOf,
  within,
  withMetadata,
  without,
  withoutMetadata,
} from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { accepts, isProtobuf } from "../../vocabulary/target.ts";

/** Returns an object without annotations whose value is empty. */
function withoutEmptyAnnotations(object: ApiObject): ApiObject {
  const entries = Object.entries(metadataOf(object).annotations ?? {});
  const annotations = Object.fromEntries(entries.filter(([, value]) => value !== ""));
  return withMetadata(object, { annotations });
}

/** Returns a Deployment whose conditions lack a field. */
function withoutInConditions(object: ApiObject, field: string): ApiObject {
  const { status } = object as { status?: JsonObject };
  if (status?.conditions === undefined) return object;
  const conditions = objectsOf(listOf(status.conditions)).map((each) => without(each, field));
  return { ...object, status: { ...status, conditions } } as ApiObject;
}

/** Returns an object without members that are 0. */
function withoutZeros(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== 0));
}

/** The mutants. */
export const unnamedFieldMutants = bugs({
  "exchanges/json-patch-drops-empty-annotations": {
    description: "A JSON patch of a Role removes the annotations whose value is empty.",
    reason: "The document is converted for the patch, and the conversion omits empty texts.",
    breaks: "exchanges.unnamed-fields-kept",
    install: on("json-patch roles").changeWrite(withoutEmptyAnnotations),
  },
  "exchanges/json-patch-keeps-one-rule": {
    description: "A JSON patch of a ClusterRole keeps the first rule alone.",
    reason: "The library of the patch knows lists only where an operation names one.",
    breaks: ["exchanges.unnamed-fields-kept", "exchanges.fields-as-written"],
    install: on("json-patch clusterroles").changeWrite((object) => {
      const rules = listOf((object as { rules?: JsonObject[] }).rules);
      return { ...object, ...rules.length > 1 && { rules: rules.slice(0, 1) } } as ApiObject;
    }),
  },
  "exchanges/strategic-patch-unpauses": {
    description: "A strategic merge patch of a Deployment that does not name `paused` removes it.",
    reason: "Without a pointer a boolean is the same whether it is false or absent.",
    breaks: "exchanges.unnamed-fields-kept",
    install: on("strategic-merge-patch deployments").changeWrite((object) =>
      ({ ...object, spec: without(within(object, "spec"), "paused") }) as ApiObject
    ),
  },
  "exchanges/status-patch-loses-update-time": {
    description: "A JSON patch of the status of a Deployment removes `lastUpdateTime` everywhere.",
    reason: "The type of conditions was copied from a kind that does not have the field.",
    breaks: ["exchanges.unnamed-fields-kept", "exchanges.fields-as-written"],
    install: on("json-patch deployments/status").changeWrite((object) =>
      withoutInConditions(object, "lastUpdateTime")
    ),
  },
  "exchanges/protobuf-status-loses-update-time": {
    description: "A status written in Protobuf has no `lastUpdateTime` in its conditions.",
    reason: "The number of the field is missing in the table of the message.",
    breaks: ["exchanges.unnamed-fields-kept", "exchanges.fields-as-written"],
    install: on("update deployments/status").where(isProtobuf).changeWrite((object) =>
      withoutInConditions(object, "lastUpdateTime")
    ),
  },
  "exchanges/protobuf-cuts-long-numbers": {
    description: "A status written in Protobuf has an `observedGeneration` of 32 bits.",
    reason: "The reader of numbers returns the lower half of a long one.",
    breaks: "exchanges.unnamed-fields-kept",
    install: on("update deployments/status").where(isProtobuf).changeWrite((object) => {
      const { status } = object as { status?: JsonObject };
      const observedGeneration = Number(status?.observedGeneration ?? 0) | 0;
      return { ...object, status: { ...status, observedGeneration } } as ApiObject;
    }),
  },
  "exchanges/apply-drops-finalizers": {
    description: "An apply to a ClusterRoleBinding removes the finalizers.",
    reason: "What an applied configuration leaves out of a list was taken for removed.",
    breaks: "exchanges.unnamed-fields-kept",
    install: on("apply clusterrolebindings").changeWrite((object) =>
      withoutMetadata(object, "finalizers")
    ),
  },
  "exchanges/dry-patch-without-annotations": {
    description: "The response to a dry-run merge patch of a Secret has no annotations.",
    reason: "The object of a dry run is built from the cache, which has no annotations.",
    breaks: "exchanges.unnamed-fields-kept",
    install: on("merge-patch secrets", { dryRun: "All" }).changeObject((object) =>
      withoutMetadata(object, "annotations")
    ),
  },
  "exchanges/table-patch-drops-labels": {
    description: "A merge patch of a RoleBinding that is answered as a Table keeps three labels.",
    reason: "The row is made before the object is stored, and shares its metadata.",
    breaks: "exchanges.unnamed-fields-kept",
    install: on("merge-patch rolebindings")
      .where(accepts("as=Table"))
      .changeWrite((object) =>
        withMetadata(object, {
          labels: Object.fromEntries(Object.entries(object.metadata.labels ?? {}).slice(-3)),
        })
      ),
  },
  "exchanges/pretty-loses-zeros": {
    description: "A get of a Deployment with `pretty` shows no fields of the spec that are 0.",
    reason: "The indented form is written by a library that omits zero values.",
    breaks: "exchanges.one-state-per-version",
    install: on("get deployments", { pretty: "true" }).change((object) => ({
      ...object,
      spec: withoutZeros(within(object, "spec")),
    })),
  },
});
