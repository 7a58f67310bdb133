/**
 * Follows up on APIServices: states whether they are available, and has those of the versions that
 * CustomResourceDefinitions define.
 *
 * @module
 */
import { type ApiObject, equal, type JsonObject } from "@plumbline/server/api";
import type { CustomResources } from "./custom_resources.ts";
import { AUTOMANAGED, customApiServices } from "../resources/local_api_services.ts";
import { type Registry, timestamp } from "@plumbline/server/parts";
import { asObject, listAt, type ResourceDefinition, storageKey } from "@plumbline/server/resources";
import { serviceOf } from "../resources/api_service.ts";
import type { ObjectKey } from "@plumbline/server/storage";
import type { AdmissionPlugin } from "@plumbline/server/extension";

const SERVICES = "/services";
const ENDPOINTS = "/endpoints";

/**
 * Returns the plugin.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param custom the custom resources that are served
 * @param suffix the brand-bearing suffix of group names
 */
export function apiServices(
  registry: () => Registry,
  custom: Pick<CustomResources, "definitions">,
  suffix: string,
): AdmissionPlugin {
  const apiServicesKey = `apiregistration.${suffix}/apiservices`;
  const definitionsKey = `apiextensions.${suffix}/customresourcedefinitions`;
  const now = () => timestamp(registry().sources.clock.now());
  const keyOf = (name: string): ObjectKey => ({ resource: apiServicesKey, namespace: "", name });
  const isServed = () => registry().definitions.find((one) => storageKey(one) === apiServicesKey);
  const stored = async () => (await registry().storage.list({ resource: apiServicesKey })).versions;

  return {
    resources: [apiServicesKey, definitionsKey, SERVICES, ENDPOINTS],
    written: follow,
    removed: follow,
  };

  async function follow(definition: ResourceDefinition): Promise<void> {
    const own = isServed();
    if (!own) return;
    if (storageKey(definition) === definitionsKey) return await registerCustom(own);
    // One of a CustomResourceDefinition that a client deletes comes back.
    if (storageKey(definition) === apiServicesKey) await registerCustom(own);
    for (const { object } of await stored()) {
      if (serviceOf(object)) await setAvailable(object);
    }
  }

  /** Creates the APIServices of served custom versions, and deletes those of others. */
  async function registerCustom(own: ResourceDefinition): Promise<void> {
    const wanted = new Map(
      customApiServices(custom.definitions, suffix, now()).map((one) => [one.metadata.name, one]),
    );
    for (const { object } of await stored()) {
      const { name, labels } = object.metadata;
      if (wanted.delete(name) || labels?.[AUTOMANAGED] !== "true") continue;
      await registry().steps.deleteObject(registry(), own, keyOf(name), { dryRun: false });
    }
    const { sources, storage } = registry();
    for (const [name, { kind, apiVersion, metadata, ...content }] of wanted) {
      const times = { uid: sources.uid(), creationTimestamp: now(), resourceVersion: "" };
      const object: ApiObject = {
        kind,
        apiVersion,
        metadata: { ...metadata, ...times },
        ...content,
      };
      await unlessOvertaken(() => storage.transact(keyOf(name), { expected: 0, object }));
    }
  }

  /** Writes the condition of an APIService that another server would have to serve. */
  async function setAvailable(service: ApiObject): Promise<void> {
    const { name } = service.metadata;
    const found = await registry().storage.get(keyOf(name));
    if (!found) return;
    const status = asObject(found.object.status) ?? {};
    const others = listAt(status, "conditions").filter(({ type }) => type !== "Available");
    const before = listAt(status, "conditions").find(({ type }) => type === "Available");
    const why = await unavailable(serviceOf(found.object)!, found.object);
    const condition: JsonObject = {
      type: "Available",
      status: "False",
      lastTransitionTime: before?.status === "False" ? before.lastTransitionTime! : now(),
      ...why,
    };
    if (before && equal(before, condition)) return;
    const object = { ...found.object, status: { ...status, conditions: [...others, condition] } };
    const { key, revision: expected } = found;
    await unlessOvertaken(() => registry().storage.transact(key, { expected, object }));
  }

  /** Writes an object, which another request may have written since. */
  async function unlessOvertaken(write: () => unknown): Promise<void> {
    try {
      await write();
    } catch {
      // The other write stays.
    }
  }

  /** Returns why an APIService is not available. No server behind a Service can be reached. */
  async function unavailable(
    { namespace: space, name: called, port }: JsonObject,
    { spec }: ApiObject,
  ): Promise<{ reason: string; message: string }> {
    const [namespace, name] = [String(space), String(called)];
    const which = `service/${name} in ${JSON.stringify(namespace)}`;
    const read = async (resource: string) =>
      (await registry().storage.get({ resource, namespace, name }))?.object;
    const service = await read(SERVICES);
    if (!service) return { reason: "ServiceNotFound", message: `${which} is not present` };
    const { type, clusterIP } = asObject(service.spec) ?? {};
    if (type === "ClusterIP") {
      const known = listAt(service, "spec.ports").find((one) => one.port === port);
      if (!known) {
        return { reason: "ServicePortError", message: `${which} is not listening on port ${port}` };
      }
      const endpoints = await read(ENDPOINTS);
      if (!endpoints) {
        const message = `cannot find endpoints for ${which}`;
        return { reason: "EndpointsNotFound", message };
      }
      const portName = known.name ?? "";
      const isActive = listAt(endpoints, "subsets").some((subset) =>
        listAt(subset, "addresses").length > 0 &&
        listAt(subset, "ports").some((one) => (one.name ?? "") === portName)
      );
      const message = `endpoints for ${which} have no addresses with port name ` +
        JSON.stringify(portName);
      if (!isActive) return { reason: "MissingEndpoints", message };
    }
    const { group, version } = asObject(spec) ?? {};
    const url = `https://${
      clusterIP ?? `${name}.${namespace}.svc`
    }:${port}/apis/${group}/${version}`;
    return {
      reason: "FailedDiscoveryCheck",
      message: `failing or missing response from ${url}: this server reaches no other server`,
    };
  }
}
