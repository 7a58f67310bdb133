/**
 * Reads what a target serves, once per run: cases are enumerated from it.
 *
 * @module
 */
import { TargetUnreachable } from "../client/http_client.ts";
import type { DiscoveredResource, Target } from "../client/target.ts";
import { asObject } from "../model/object.ts";
import { textsOf } from "../model/access/review_rules.ts";

/**
 * Returns the resources that discovery lists.
 *
 * @returns The resources; undefined if the target does not answer, or answers with no list.
 */
export async function surveyServed(
  target: Target,
): Promise<readonly DiscoveredResource[] | undefined> {
  try {
    const versions = [...await coreVersions(target), ...await groupVersions(target)];
    const served = await Promise.all(versions.map((version) => resourcesOf(target, version)));
    return served.flat().length === 0 ? undefined : served.flat();
  } catch (error) {
    // The checks report that the target does not answer.
    if (error instanceof TargetUnreachable) return undefined;
    throw error;
  }
}

async function coreVersions({ client }: Target): Promise<string[]> {
  const { json } = await client.send({ method: "GET", path: "/api" });
  return textsOf(asObject(json)?.versions);
}

async function groupVersions({ client }: Target): Promise<string[]> {
  const { json } = await client.send({ method: "GET", path: "/apis" });
  const groups = asObject(json)?.groups;
  return (Array.isArray(groups) ? groups : []).flatMap((group) => {
    const versions = asObject(group)?.versions;
    return (Array.isArray(versions) ? versions : [])
      .map((version) => asObject(version)?.groupVersion)
      .filter((version) => typeof version === "string");
  });
}

async function resourcesOf({ client }: Target, apiVersion: string): Promise<DiscoveredResource[]> {
  const path = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { json } = await client.send({ method: "GET", path });
  const resources = asObject(json)?.resources;
  return (Array.isArray(resources) ? resources : []).map((each) => asObject(each) ?? {})
    .map(({ name, kind, namespaced, verbs }) => ({
      apiVersion,
      name: String(name),
      kind: String(kind),
      namespaced: namespaced === true,
      verbs: textsOf(verbs),
    }));
}
