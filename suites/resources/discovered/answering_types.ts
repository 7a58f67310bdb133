/**
 * Finds types that no document lists: by the lists that their paths are answered with.
 *
 * @module
 */
import type { ServedType } from "../../client/contact.ts";
import type { HttpClient } from "../../client/http_client.ts";
import { type GroupVersion, pathOf } from "./discovery.ts";
import { arrayOf, objectOf, textOf } from "./json.ts";

/** The end of the kind of a list. */
const LIST = /(?<=.)List$/;

/** The namespace that is asked for. Each server has it, or has none. */
const NAMESPACE = "default";

/** What it serves unless checks find out otherwise: nothing is created to try it. */
const ASSUMED = ["create", "delete", "get", "list"] as const;

/**
 * Returns the types that a server lists the objects of, of those that options name with their version.
 * Whether they have other verbs than those to create, read and delete objects is tried.
 *
 * @param named names such as `widgets.v1.example.com`, or `pods.v1` of the core group
 */
export async function typesAnswering(
  client: HttpClient,
  named: readonly string[],
): Promise<readonly ServedType[]> {
  const types: ServedType[] = [];
  for (const name of named) {
    const [version] = groupVersionIn(name);
    const type = version && await typeAnswering(client, name.split(".")[0]!, version);
    if (type !== undefined) types.push(type);
  }
  return types;
}

/** Returns the API version that a name such as `widgets.v1.example.com` contains. */
export function groupVersionIn(name: string): GroupVersion[] {
  const [, version, group = ""] = /^[a-z0-9-]+\.(v[0-9][a-z0-9]*)(?:\.(.*))?$/.exec(name) ?? [];
  return version === undefined ? [] : [{ group, version, preferred: true }];
}

async function typeAnswering(
  client: HttpClient,
  resource: string,
  at: GroupVersion,
): Promise<ServedType | undefined> {
  // The path over all namespaces answers as that of a type without them does.
  for (const namespaced of [true, false]) {
    const home = namespaced ? `${pathOf(at)}/namespaces/${NAMESPACE}` : pathOf(at);
    // One object is enough to see what is listed.
    const query = { limit: "1" };
    const path = `${home}/${resource}`;
    const { status, json } = await client.send({ method: "GET", path, query });
    const { kind, items } = objectOf(status === 200 ? json : undefined);
    const ofList = LIST.test(textOf(kind) ?? "") ? textOf(kind)!.replace(LIST, "") : undefined;
    // Some servers have null in place of no items.
    if (!Array.isArray(items) && ofList === undefined) continue;
    const ofItem = textOf(objectOf(arrayOf(items)[0]).kind);
    const found = ofList ?? ofItem;
    if (found === undefined) continue;
    return { ...at, resource, kind: found, namespaced, verbs: ASSUMED, subresources: [] };
  }
  return undefined;
}
