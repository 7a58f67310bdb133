/**
 * A POST to a subresource that acts on an object, such as the eviction of a Pod.
 *
 * @module
 */
import { badRequest, invalid, notFound } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import type { Registry, Result, VerbRequest } from "./contracts.ts";
import { type ActionContext, keyOf } from "./resource.ts";
import { translate } from "./storage_error.ts";
import { readDeleteOptions } from "./write_options.ts";

const SUCCESS = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

/** Performs the action of a request and returns its answer. */
export async function act(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const action = request.action!;
  const { decoder } = registry;
  const options = decoder.readWriteOptions(registry, context, "CreateOptions");
  const shown = { ...request, definition: action.definition };
  const sent = await decoder.decodeObject(registry, shown, options);
  const { name } = context.info;
  if (sent.metadata.name && sent.metadata.name !== name) {
    throw badRequest(
      `Cannot act on ${definition.resource} "${name}" by an object with the name "${sent.metadata.name}"`,
    );
  }
  const causes = action.definition.strategy.validate?.(sent) ?? [];
  if (causes.length > 0) throw invalid(action.definition, name, causes);
  const value = await action.perform(sent, contextOf(registry, request, options.dryRun));
  return { kind: "value", status: 201, value: value ?? SUCCESS };
}

function contextOf(registry: Registry, request: VerbRequest, dryRun: boolean): ActionContext {
  const { storage, writer, sources } = registry;
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
      const mode = { dryRun, manager: undefined };
      await writer.updateObject(registry, { ...request, strategy: {} }, compute, mode);
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
      const deletion = await writer.deleteObject(registry, definition, key, {
        ...options,
        dryRun: dryRun || options.dryRun,
      });
      if (!deletion) throw notFound(definition, name);
    },
  };
}
