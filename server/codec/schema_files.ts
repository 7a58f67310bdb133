/**
 * The definitions in the files of `fixtures/schemas`: those of release 1.26, and those that differ
 * in the newest release.
 *
 * @module
 */
import admissionregistrationV1 from "../../fixtures/schemas/admissionregistration_v1.json" with {
  type: "json",
};
import apiextensionsV1 from "../../fixtures/schemas/apiextensions_v1.json" with { type: "json" };
import apiregistrationV1 from "../../fixtures/schemas/apiregistration_v1.json" with {
  type: "json",
};
import appsV1 from "../../fixtures/schemas/apps_v1.json" with { type: "json" };
import authenticationV1 from "../../fixtures/schemas/authentication_v1.json" with { type: "json" };
import authenticationV1alpha1 from "../../fixtures/schemas/authentication_v1alpha1.json" with {
  type: "json",
};
import authorizationV1 from "../../fixtures/schemas/authorization_v1.json" with { type: "json" };
import autoscalingV1 from "../../fixtures/schemas/autoscaling_v1.json" with { type: "json" };
import autoscalingV2 from "../../fixtures/schemas/autoscaling_v2.json" with { type: "json" };
import batchV1 from "../../fixtures/schemas/batch_v1.json" with { type: "json" };
import certificatesV1 from "../../fixtures/schemas/certificates_v1.json" with { type: "json" };
import coordinationV1 from "../../fixtures/schemas/coordination_v1.json" with { type: "json" };
import coreV1 from "../../fixtures/schemas/core_v1.json" with { type: "json" };
import discoveryV1 from "../../fixtures/schemas/discovery_v1.json" with { type: "json" };
import eventsV1 from "../../fixtures/schemas/events_v1.json" with { type: "json" };
import flowcontrolV1beta2 from "../../fixtures/schemas/flowcontrol_v1beta2.json" with {
  type: "json",
};
import flowcontrolV1beta3 from "../../fixtures/schemas/flowcontrol_v1beta3.json" with {
  type: "json",
};
import metaV1 from "../../fixtures/schemas/meta_v1.json" with { type: "json" };
import newer from "../../fixtures/schemas/newer.json" with { type: "json" };
import networkingV1 from "../../fixtures/schemas/networking_v1.json" with { type: "json" };
import nodeV1 from "../../fixtures/schemas/node_v1.json" with { type: "json" };
import policyV1 from "../../fixtures/schemas/policy_v1.json" with { type: "json" };
import rbacV1 from "../../fixtures/schemas/rbac_v1.json" with { type: "json" };
import schedulingV1 from "../../fixtures/schemas/scheduling_v1.json" with { type: "json" };
import storageV1 from "../../fixtures/schemas/storage_v1.json" with { type: "json" };
import storageV1beta1 from "../../fixtures/schemas/storage_v1beta1.json" with { type: "json" };
import newest from "../../fixtures/schemas/newest.json" with { type: "json" };
import { type AnyRelease, isNewest } from "../release.ts";
import type { Json } from "../object.ts";

/** A definition in a schema file. */
export interface CompactDefinition {
  /** `{group}/{version} {kind}` of a kind that is served by itself. */
  kind?: string;
  /** The type of each field. */
  fields: Record<string, string>;
  /** The required fields. */
  required?: string[];
  /** The required fields that an empty object does not have. */
  omitted?: string[];
  /** The defaults of fields. */
  defaults?: Record<string, Json>;
  /** The plain fields whose empty value (`""`, `0`, `false`) differs from unset. */
  pointers?: string[];
  /** The lists and maps that are never left out, even when empty. */
  always?: string[];
  /** The allowed values of fields, where they are few and known. */
  enums?: Record<string, string[]>;
  /** The types of lists: `atomic`, `set`, or the keys of a map list. */
  lists?: Record<string, "atomic" | "set" | string[]>;
  /** The strategies of a strategic merge patch and, after a space, the merge key. */
  patch?: Record<string, string>;
  /** True if the object has one owner as a whole. */
  atomic?: boolean;
  /** The maps that have one owner as a whole. */
  atomicFields?: string[];
  /** The objects that have an owner for each field here, unlike elsewhere. */
  granularFields?: string[];
}

type SchemaFile = Readonly<Record<string, CompactDefinition>>;

/** The files by the prefix of the names they define. */
const FILES: Readonly<Record<string, unknown>> = {
  "admissionregistration.v1": admissionregistrationV1,
  "apiextensions.v1": apiextensionsV1,
  "apiregistration.v1": apiregistrationV1,
  "apps.v1": appsV1,
  "authentication.v1": authenticationV1,
  "authentication.v1alpha1": authenticationV1alpha1,
  "authorization.v1": authorizationV1,
  "autoscaling.v1": autoscalingV1,
  "autoscaling.v2": autoscalingV2,
  "batch.v1": batchV1,
  "certificates.v1": certificatesV1,
  "coordination.v1": coordinationV1,
  "core.v1": coreV1,
  "discovery.v1": discoveryV1,
  "events.v1": eventsV1,
  "flowcontrol.v1beta2": flowcontrolV1beta2,
  "flowcontrol.v1beta3": flowcontrolV1beta3,
  "meta.v1": metaV1,
  "networking.v1": networkingV1,
  "node.v1": nodeV1,
  "policy.v1": policyV1,
  "rbac.v1": rbacV1,
  "scheduling.v1": schedulingV1,
  "storage.v1": storageV1,
  "storage.v1beta1": storageV1beta1,
};

/** Which definitions to read. */
export interface ReadOptions {
  /** The release whose fields it has. @default {"1.26"} */
  readonly release?: AnyRelease | undefined;
  /** True to leave out what is served beside release 1.26. @default {false} */
  readonly isOld?: boolean;
}

/** Returns a definition by its name, such as `core.v1.Container`, or undefined. */
export function compactDefinition(
  name: string,
  { release, isOld = false }: ReadOptions = {},
): CompactDefinition | undefined {
  return (isNewest(release) ? (newest as unknown as SchemaFile)[name] : undefined) ??
    (isOld ? undefined : (newer as unknown as SchemaFile)[name]) ??
    (FILES[name.slice(0, name.lastIndexOf("."))] as SchemaFile | undefined)?.[name];
}

/** Returns the names of the definitions of all releases. */
export function definitionNames(): string[] {
  const names = [...Object.values(FILES), newer, newest].flatMap((file) =>
    Object.keys(file as SchemaFile)
  );
  return [...new Set(names)];
}
