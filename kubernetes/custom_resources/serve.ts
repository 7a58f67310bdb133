/**
 * Makes the resource definitions of a stored CustomResourceDefinition.
 *
 * @module
 */
import type { ResourceDefinition } from "@plumbline/server/resources";
import type { Dialect } from "@plumbline/server/api";
import type { StoredVersion } from "@plumbline/server/storage";
import { convertByNone } from "./conversion.ts";
import { type ConversionWebhookOptions, convertByWebhook } from "./conversion_webhook.ts";
import { hasRules } from "./json_schema.ts";
import { definitionsOf, type RuleCheck } from "./custom_resource.ts";
import { specOf, statusOf } from "./custom_resource_definition.ts";

/** What definitions are made with. */
export interface ServeOptions extends ConversionWebhookOptions {
  readonly ended: AbortSignal;
  readonly release: Dialect["release"];
}

/**
 * Returns the definitions of the served versions.
 *
 * @param options.ended aborted when the definitions are not served any more
 */
export async function serve(
  { object, revision }: StoredVersion,
  { ended, release, ...options }: ServeOptions,
): Promise<readonly ResourceDefinition[]> {
  const spec = specOf(object);
  const { acceptedNames } = statusOf(object);
  const { conversion } = spec;
  const rules = new Map<string, RuleCheck>();
  for (const { name, schema } of spec.versions) {
    const root = schema?.openAPIV3Schema;
    if (root && hasRules(root)) {
      const { compileRules } = await import("./cel/rules.ts");
      rules.set(name, compileRules(root, "").check);
    }
  }
  return definitionsOf({
    spec,
    names: acceptedNames?.plural ? acceptedNames : spec.names,
    since: revision,
    ended,
    rules,
    release,
    convert: conversion?.strategy === "Webhook"
      ? convertByWebhook(conversion, options)
      : convertByNone,
  });
}
