/**
 * Lists the objects on a target where a run may create some, and the run that created them.
 *
 * @module
 */
import type { ResourceCount } from "@plumbline/reports/events";
import { collectionPath, RESOURCE_TYPES } from "../resources/mod.ts";
import { readListedTypes } from "../resources/discovered/reading.ts";
import { chooseTypes } from "../resources/discovered/selection.ts";
import type { ListedPlace } from "../resources/path.ts";
import type { Dialect } from "../client/dialect.ts";
import { type HttpClient, type Json, MAX_EMPTY_PAGES } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { typeIn, VERSIONED_TYPES } from "../resources/versioned_type.ts";

/** The label of every object that a run creates; its value is the run's id. */
const RUN_LABEL = "plumbline/run";

/** An object, without its content. */
export interface Item {
  /** The plural name of its type. */
  readonly resource: string;
  /** The path. */
  readonly path: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
  readonly version: string;
  /** The run that created it, by its label, name or namespace. */
  readonly run?: string;
  readonly finalizers: boolean;
  /** The creation time in RFC 3339; empty if absent. */
  readonly created: string;
}

/** The objects of one type. */
export interface Holding {
  readonly resource: string;
  /** The part of the type that could be listed. */
  readonly seen: ResourceCount["seen"];
  readonly items: readonly Item[];
}

/** The type of namespaces, as far as its place is concerned. */
const NAMESPACE = { resource: "namespaces", group: () => "" };

/** Objects asked for at once. */
const PAGE = 500;

/** A run's id at the start of the names it gives: `p`, the id (`r` and seven digits), a dash, four letters or digits and two digits. */
const OWN_NAME = /^p(r[0-9a-f]{7})-[0-9a-z]{4}[0-9]{2}(?:-|$)/;

/** Lists every type a run may make objects of, and namespaces; contents are not asked for. */
export async function takeInventory(target: Target): Promise<Holding[]> {
  const { dialect } = target;
  const namespaces = isServed(target, NAMESPACE)
    ? await listType(target, NAMESPACE.resource, "/api/v1/namespaces")
    : undefined;
  const runOf = new Map(namespaces?.items.map(({ name, run }) => [name, run]));
  const holdings: Holding[] = [];
  // One after the other: a census is in no hurry.
  for (const type of await typesToList(target)) {
    const path = collectionPath(type, dialect);
    const whole = await listType(target, type.resource, path);
    const there = whole.seen === "all" || !type.namespaced
      ? whole
      : await listType(target, type.resource, collectionPath(type, dialect, target.namespace));
    const seen = there !== whole && there.seen === "all" ? "one namespace" as const : there.seen;
    const items = there.items.map((item) => {
      const run = item.run ?? (item.namespace && runOf.get(item.namespace));
      return run === undefined || run === "" ? item : { ...item, run };
    });
    holdings.push({ resource: type.resource, seen, items });
  }
  return [...holdings, ...await listVersioned(target), ...namespaces ? [namespaces] : []];
}

/** Returns the types of the specification, and those that runs of the target's own types use. */
async function typesToList(target: Target): Promise<readonly ListedPlace[]> {
  const { typeSelection, client, dialect } = target;
  if (typeSelection === undefined) return RESOURCE_TYPES;
  const listed = target.contact?.types ?? await readListedTypes(client);
  const { chosen } = chooseTypes(listed, typeSelection);
  // Namespaces are listed at the end.
  const own = chosen.filter(({ resource }) => resource !== "namespaces").map((type) => ({
    ...type,
    group: () => type.group,
  }));
  const isOwn = (path: string) => own.some((type) => collectionPath(type, dialect) === path);
  const others = RESOURCE_TYPES.filter((type) =>
    !isOwn(collectionPath(type, dialect)) && isServed(target, type)
  );
  return [...others, ...own];
}

/** Returns true for a type that the target lists; without a list, any may be served. */
function isServed(
  { contact, dialect }: Target,
  type: Pick<ListedPlace, "resource" | "group">,
): boolean {
  if (contact === undefined) return true;
  const group = type.group(dialect);
  return contact.types.some((each) => each.resource === type.resource && each.group === group);
}

function listType(target: Target, resource: string, path: string): Promise<Holding> {
  return listPages(target.client, { resource, path, dialect: target.dialect });
}

/** The types of several versions, each in the first version that serves it; often in none. */
async function listVersioned(target: Target): Promise<Holding[]> {
  const { json } = await target.client.send({ method: "GET", path: "/apis" });
  const { groups } = fieldsOf(json);
  const holdings: Holding[] = [];
  for (const kind of VERSIONED_TYPES) {
    const group = typeIn(kind, "").group(target.dialect);
    const served = (Array.isArray(groups) ? groups : []).map(fieldsOf)
      .find(({ name }) => name === group)?.versions;
    for (const { version } of (Array.isArray(served) ? served : []).map(fieldsOf)) {
      const path = collectionPath(typeIn(kind, textOf(version)), target.dialect);
      const holding = await listType(target, kind.resource, path);
      if (holding.seen !== "all") continue;
      holdings.push(holding);
      break;
    }
  }
  return holdings;
}

interface Collection {
  readonly resource: string;
  readonly path: string;
  readonly dialect: Dialect;
}

/** The most pages of one type that are counted. */
const MAX_PAGES = 2_000;

async function listPages(client: HttpClient, collection: Collection): Promise<Holding> {
  const { resource, path, dialect } = collection;
  const form = `as=PartialObjectMetadataList;g=meta.${dialect.suffix};v=v1`;
  const items: Item[] = [];
  const tokens = new Set<string>();
  let emptyPages = 0;
  for (let token = "";;) {
    const { status, json } = await client.send({
      method: "GET",
      path,
      query: { limit: `${PAGE}`, continue: token || undefined },
      // Secrets can be counted without reading them.
      headers: { accept: `application/json;${form},application/json` },
    });
    const list = fieldsOf(json);
    // Some servers write null for no items.
    const found = list.items ?? (String(list.kind).endsWith("List") ? [] : undefined);
    if (status !== 200 || !Array.isArray(found)) return { resource, seen: "none", items: [] };
    items.push(...found.map((item) => itemOf(item, collection)));
    token = textOf(fieldsOf(list.metadata).continue);
    emptyPages = found.length === 0 ? emptyPages + 1 : 0;
    // A repeated token would never end, nor do new ones for ever.
    const isEndless = tokens.has(token) || tokens.size >= MAX_PAGES || emptyPages > MAX_EMPTY_PAGES;
    if (token === "" || isEndless) {
      return { resource, seen: "all", items };
    }
    tokens.add(token);
  }
}

function itemOf(json: Json, { resource, path }: Collection): Item {
  const metadata = fieldsOf(fieldsOf(json).metadata);
  const name = textOf(metadata.name);
  const namespace = resource === "namespaces" ? "" : textOf(metadata.namespace);
  const collection = namespace === "" || path.includes("/namespaces/")
    ? path
    : path.replace(/\/([^/]+)$/, `/namespaces/${encodeURIComponent(namespace)}/$1`);
  const run = textOf(fieldsOf(metadata.labels)[RUN_LABEL]) || OWN_NAME.exec(name)?.[1];
  return {
    resource,
    path: `${collection}/${encodeURIComponent(name)}`,
    ...(namespace !== "" && { namespace }),
    name,
    uid: textOf(metadata.uid),
    version: textOf(metadata.resourceVersion),
    ...(run !== undefined && { run }),
    finalizers: Array.isArray(metadata.finalizers) && metadata.finalizers.length > 0,
    created: textOf(metadata.creationTimestamp),
  };
}

function fieldsOf(json: Json | undefined): { readonly [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
}

function textOf(json: Json | undefined): string {
  return typeof json === "string" ? json : "";
}
