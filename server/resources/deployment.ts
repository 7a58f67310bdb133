/**
 * Deployment and its status (interface, "Deployment").
 *
 * @module
 */
import type { ResourceDefinition } from "../registry/resource.ts";
import { columns } from "./deployment_columns.ts";
import { validate, validateUpdate } from "./deployment_rules.ts";
import { scale } from "./scale.ts";
import { validateStatus, validateStatusUpdate } from "./deployment_status_rules.ts";

/** The resource `deployments`. */
export const deployment: ResourceDefinition = {
  group: "apps",
  version: "v1",
  resource: "deployments",
  singular: "deployment",
  kind: "Deployment",
  namespaced: true,
  shortNames: ["deploy"],
  categories: ["all"],
  countsGeneration: true,
  countsAnnotations: true,
  columns,
  strategy: {
    prepareForCreate(object) {
      object.status = {};
    },
    prepareForUpdate(object, old) {
      object.status = old.status ?? {};
    },
    resetFields: [["status"]],
    validate,
    validateUpdate,
  },
  views: { scale },
  subresources: {
    scale: { validate, validateUpdate },
    status: {
      resetFields: [["spec"], ["metadata", "labels"]],
      prepareForUpdate(object, old) {
        object.spec = old.spec ?? {};
        if (old.metadata.labels) object.metadata.labels = old.metadata.labels;
        else delete object.metadata.labels;
      },
      validate: validateStatus,
      validateUpdate: validateStatusUpdate,
    },
  },
};
