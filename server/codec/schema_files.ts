/**
 * The schema files under `fixtures/schemas`, and which of them holds a definition.
 *
 * @module
 */
import apps from "../../fixtures/schemas/apps_v1.json" with { type: "json" };
import authenticationV1 from "../../fixtures/schemas/authentication_v1.json" with { type: "json" };
import authenticationV1alpha1 from "../../fixtures/schemas/authentication_v1alpha1.json" with {
  type: "json",
};
import authorization from "../../fixtures/schemas/authorization_v1.json" with { type: "json" };
import autoscaling from "../../fixtures/schemas/autoscaling_v1.json" with { type: "json" };
import core from "../../fixtures/schemas/core_v1.json" with { type: "json" };
import flowcontrolV1beta2 from "../../fixtures/schemas/flowcontrol_v1beta2.json" with {
  type: "json",
};
import flowcontrolV1beta3 from "../../fixtures/schemas/flowcontrol_v1beta3.json" with {
  type: "json",
};
import meta from "../../fixtures/schemas/meta_v1.json" with { type: "json" };
import rbac from "../../fixtures/schemas/rbac_v1.json" with { type: "json" };
import storageV1 from "../../fixtures/schemas/storage_v1.json" with { type: "json" };
import storageV1beta1 from "../../fixtures/schemas/storage_v1beta1.json" with { type: "json" };
import type { CompactDefinition } from "./compact_definition.ts";

type SchemaFile = Readonly<Record<string, CompactDefinition>>;

/** The files by the prefix of the names they define. */
const FILES: Readonly<Record<string, unknown>> = {
  "apps.v1": apps,
  "authentication.v1": authenticationV1,
  "authentication.v1alpha1": authenticationV1alpha1,
  "authorization.v1": authorization,
  "autoscaling.v1": autoscaling,
  "core.v1": core,
  "flowcontrol.v1beta2": flowcontrolV1beta2,
  "flowcontrol.v1beta3": flowcontrolV1beta3,
  "meta.v1": meta,
  "rbac.v1": rbac,
  "storage.v1": storageV1,
  "storage.v1beta1": storageV1beta1,
};

/** The definition of a name such as `core.v1.Container`, or undefined. */
export function compactDefinition(name: string): CompactDefinition | undefined {
  return (FILES[name.slice(0, name.lastIndexOf("."))] as SchemaFile | undefined)?.[name];
}

/** The names of all definitions. */
export function definitionNames(): string[] {
  return Object.values(FILES).flatMap((file) => Object.keys(file as SchemaFile));
}
