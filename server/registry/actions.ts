/**
 * A POST to a subresource that acts on an object, such as the eviction of a Pod.
 *
 * @module
 */
import { badRequest, type Cause, invalid, notFound } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import type { Registry, Result, VerbRequest } from "./contracts.ts";
import { type ActionContext, keyOf, storageKey } from "./resource.ts";
import { translate } from "./storage_error.ts";
import { changeObject, receive } from "./write/write.ts";
import { readDeleteOptions } from "./write_options.ts";

const SUCCESS = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

/** Performs the action of a request and returns its answer. */
export async function act(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const action = request.action!;
  const { sent, dryRun } = await receive(registry, request);
  const { name } = context.info;
  if (sent.metadata.name && sent.metadata.name !== name) {
    throw badRequest(
      `Cannot act on ${definition.resource} "${name}" by an object with the name "${sent.metadata.name}"`,
    );
  }
  const causes = action.definition.strategy.validate?.(sent) ?? [];
  if (causes.length > 0) throw invalid(action.definition, name, causes);
  const value = await action.perform(sent, contextOf(registry, request, dryRun));
  return { kind: "value", status: 201, value: value ?? SUCCESS };
}

/** Acts by an object that was posted to a collection, on the object with its name. */
export async function actByName(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const { resource, action } = definition.actsOn!;
  const { sent, dryRun } = await receive(registry, request);
  const { name = "" } = sent.metadata;
  const causes = [
    ...(name === "" ? [NAMELESS] : []),
    ...action.definition.strategy.validate?.(sent) ?? [],
  ];
  if (causes.length > 0) throw invalid(action.definition, name, causes);
  const target = registry.definitions.find((one) => storageKey(one) === resource)!;
  const info = { ...context.info, resource: target.resource, name };
  const addressed = { ...request, definition: target, context: { ...context, info } };
  await action.perform(sent, contextOf(registry, addressed, dryRun));
  return { kind: "value", status: 201, value: SUCCESS };
}

const NAMELESS: Cause = {
  reason: "FieldValueRequired",
  field: "metadata.name",
  message: "Required value: name or generateName is required",
};

function contextOf(registry: Registry, request: VerbRequest, dryRun: boolean): ActionContext {
  const { storage, steps, sources } = registry;
  const { context, definition } = request;
  const { namespace, name } = context.info;
  const key = keyOf(request);
  return {
    ...{ user: context.user, namespace, name, dryRun, now: sources.clock.now() },
    async read() {
      const version = await storage.get(key);
      if (!version) throw notFound(definition, name);
      return version.object;
    },
    async list(collection) {
      return (await storage.list(collection)).versions.map(({ object }) => object);
    },
    async change(compute) {
      await changeObject(registry, { ...request, strategy: {} }, compute, { dryRun });
    },
    async replace(other, object) {
      if (dryRun) return;
      const expected = Number(object.metadata.resourceVersion);
      try {
        await storage.transact(other, { expected, object });
      } catch (error) {
        throw translate(error, { storage, definition, name: other.name });
      }
    },
    async remove(body: JsonObject | undefined) {
      const options = readDeleteOptions(body, new URLSearchParams());
      const deletion = await steps.deleteObject(registry, definition, key, {
        ...options,
        dryRun: dryRun || options.dryRun,
      });
      if (!deletion) throw notFound(definition, name);
    },
  };
}
