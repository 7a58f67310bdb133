/**
 * Calls the webhooks of MutatingWebhookConfigurations and ValidatingWebhookConfigurations. What calls
 * them is loaded with the first configuration.
 *
 * @module
 */
import type { AdmissionPlugin } from "@plumbline/server/extension";
import type { Decide } from "../cel/authorizer.ts";
import { type ApiObject, equal, type JsonObject } from "@plumbline/server/api";
import type { Registry, WriteAttributes } from "@plumbline/server/parts";
import { matchesRules, matchesSelectors, type Webhook, webhooksOf } from "./configuration.ts";

/**
 * Returns the plugin.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param suffix the brand-bearing suffix of group names
 * @param decide answers what a user may do, for match conditions
 */
export function admissionWebhooks(
  registry: () => Registry,
  suffix: string,
  decide: Decide,
): AdmissionPlugin {
  const mutating = webhookCache(registry, suffix, "mutatingwebhookconfigurations");
  const validating = webhookCache(registry, suffix, "validatingwebhookconfigurations");

  async function mutate(write: WriteAttributes): Promise<ApiObject | undefined> {
    const { object } = write;
    const webhooks = object && isReviewed(write) ? await mutating.list() : [];
    if (!object || webhooks.length === 0) return undefined;
    /** The object after each webhook that is to be called again if the object changes later. */
    const seen = new Map<Webhook, ApiObject>();
    let current = object;
    const call = async (webhook: Webhook) => {
      const patched = await reviewOf(webhook, { ...write, object: current });
      if (patched) current = changedBy(patched, current, write);
      if (webhook.reinvocationPolicy === "IfNeeded") seen.set(webhook, current);
    };
    for (const webhook of webhooks) await call(webhook);
    for (const [webhook, object] of [...seen]) if (!equal(object, current)) await call(webhook);
    return current === object ? undefined : current;
  }

  async function admit(write: WriteAttributes): Promise<void> {
    if (!isReviewed(write)) return;
    const webhooks = await validating.list();
    // All of them are called, and the first rejection in their order is reported.
    const results = await Promise.allSettled(
      webhooks.map((webhook) => reviewOf(webhook, write)),
    );
    const rejected = results.find(({ status }) => status === "rejected");
    if (rejected) throw (rejected as PromiseRejectedResult).reason;
  }

  async function reviewOf(
    webhook: Webhook,
    write: WriteAttributes,
  ): Promise<JsonObject | undefined> {
    if (!matchesRules(webhook, write)) return undefined;
    const { storage, sources, dialect } = registry();
    const key = { resource: "/namespaces", namespace: "", name: write.namespace };
    const namespace = write.namespace ? (await storage.get(key))?.object : undefined;
    if (!matchesSelectors(webhook, write, namespace)) return undefined;
    if (webhook.matchConditions?.length) {
      const { meetsConditions } = await import("./match_conditions.ts");
      if (!await meetsConditions(webhook, write, { registry: registry(), decide })) {
        return undefined;
      }
    }
    const { review } = await import("./review.ts");
    return await review(webhook, write, { dialect, uid: () => sources.uid() });
  }

  return {
    mutate: (write) => mutating.haveBeen() ? mutate(write) : undefined,
    admit: (write) => validating.haveBeen() ? admit(write) : undefined,
  };
}

/** Writes of these configurations are not reviewed, so that a wrong one can be removed. */
const UNREVIEWED = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"];

/** Nor are subresources that represent the object as another kind, such as `scale`. */
const isReviewed = ({ definition, subresource = "" }: WriteAttributes): boolean =>
  !definition.views?.[subresource] && !(definition.group.startsWith("admissionregistration.") &&
    UNREVIEWED.includes(definition.resource));

/** Returns the patched object in the stored version, with the metadata that the server sets. */
function changedBy(patched: JsonObject, before: ApiObject, write: WriteAttributes): ApiObject {
  const object = patched as ApiObject;
  const { conversion } = write.definition;
  const stored = conversion ? conversion.toStorage(object) : object;
  const { name, uid, creationTimestamp } = before.metadata;
  return { ...stored, metadata: { ...stored.metadata, name, uid, creationTimestamp } };
}

/** The webhooks of all configurations of a resource. */
interface ConfiguredWebhooks {
  /** Returns false if no configuration was ever written. */
  haveBeen(): boolean;
  list(): Promise<readonly Webhook[]>;
}

/** Returns the webhooks of a resource, which are read again after it changed. */
function webhookCache(
  registry: () => Registry,
  suffix: string,
  resource: string,
): ConfiguredWebhooks {
  const key = `admissionregistration.${suffix}/${resource}`;
  let seen: number | undefined;
  let webhooks: readonly Webhook[] = [];
  return {
    haveBeen: () => registry().storage.lastChange(key) > 0,
    async list() {
      const { storage } = registry();
      const change = storage.lastChange(key);
      if (change !== seen) {
        const { versions } = await storage.list({ resource: key });
        webhooks = webhooksOf(versions.map(({ object }) => object));
        seen = change;
      }
      return webhooks;
    },
  };
}
