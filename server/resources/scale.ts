/**
 * The subresource `scale` of workloads: the number of replicas, as kubectl and autoscalers read and
 * set it. The specification has none; real servers do.
 *
 * @module
 */
import { invalid } from "../api_error.ts";
import { checkNamedUid, validateMeta } from "../registry/object_meta.ts";
import { selectorText } from "./label_selector.ts";
import { type ApiObject, copyOf, type JsonObject } from "../object.ts";
import { asObject, type ObjectView, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";

const replicasIn = (part: unknown): number => Number(asObject(part)?.replicas ?? 0);

const definition: ResourceDefinition = {
  group: "autoscaling",
  version: "v1",
  resource: "scale",
  singular: "scale",
  kind: "Scale",
  namespaced: true,
  columns: [
    { name: "Name", type: "string", cell: name.cell },
    { name: "Desired", type: "integer", cell: ({ spec }) => replicasIn(spec) },
    { name: "Available", type: "integer", cell: ({ status }) => replicasIn(status) },
    age,
  ],
  strategy: {},
};

/** Conversion between a workload with a label selector and its Scale. */
export const scale: ObjectView = scaleWith(selectorText);

/**
 * Returns the conversion between a workload and its Scale.
 *
 * @param selectorOf returns the selector of a workload as text
 */
export function scaleWith(selectorOf: (object: ApiObject) => string): ObjectView {
  return {
    definition,
    changes: ["spec", "replicas"],
    show: (object) =>
      scaleOf(object, {
        replicas: replicasIn(object.spec),
        status: { replicas: replicasIn(object.status), selector: selectorOf(object) },
      }),
    set(object, sent) {
      validateMetaOf(sent, object);
      const changed = withPreconditions(object, sent);
      changed.spec = { ...asObject(changed.spec), replicas: replicasIn(sent.spec) };
      return changed;
    },
  };
}

/**
 * Validates the metadata of a Scale, although a write changes none of it.
 *
 * @throws {ApiError} Invalid; Conflict if it names the uid of another object
 */
function validateMetaOf(sent: ApiObject, { metadata }: ApiObject): void {
  const { name } = metadata;
  const causes = validateMeta({ ...sent.metadata, name }, definition);
  if (causes.length > 0) throw invalid(definition, name, causes);
  if (metadata.uid) checkNamedUid(sent, { ...sent, metadata }, definition);
}

/** Returns the Scale of an object. Zero replicas are an absent field, as a Scale does not distinguish zero from unset. */
export function scaleOf(
  { metadata }: ApiObject,
  { replicas, status }: { readonly replicas: number; readonly status: JsonObject },
): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      uid,
      resourceVersion,
      creationTimestamp,
    },
    spec: { ...(replicas !== 0 && { replicas }) },
    status,
  };
}

/** Returns a copy of an object with the resourceVersion and the uid that a Scale names. */
export function withPreconditions(object: ApiObject, sent: ApiObject): ApiObject {
  const changed = copyOf(object);
  const { uid, resourceVersion } = sent.metadata;
  Object.assign(changed.metadata, { resourceVersion, ...(uid && { uid }) });
  return changed;
}
