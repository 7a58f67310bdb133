/**
 * Finds out which resource types a target serves, and which of them a run is about.
 *
 * @module
 */
import type { ServedType } from "../client/contact.ts";
import type { Dialect } from "../client/dialect.ts";
import { type HttpClient, type HttpResponse, TargetUnreachable } from "../client/http_client.ts";
import type { ResourceType } from "../client/resource_type.ts";
import type { TypeSelection } from "../client/type_selection.ts";
import { groupedName } from "../resources/discovered/discovery.ts";
import type { Discovery } from "../resources/discovered/reading.ts";
import { chooseTypes } from "../resources/discovered/selection.ts";
import { RESOURCE_TYPES } from "../resources/types.ts";
import { collectionPath } from "../resources/path.ts";
import { type Caller, expectAnswer, forbidden, NAME_A_TYPE, noApi } from "./rejections.ts";

/** The types of a target. */
export interface ServedTypes {
  /** All that it lists, and those of the specification that it serves without listing them. */
  readonly types: readonly ServedType[];
  /** The types that the run is about; undefined for those of the specification. */
  readonly selection?: TypeSelection;
}

/** Options to find the types of a target. */
export interface ServedTypesOptions {
  readonly client: HttpClient;
  readonly caller: Caller;
  readonly dialect: Dialect;
  readonly namespace: string;
  readonly discovery: Discovery;
  /** The types that the user chooses. */
  readonly selection: TypeSelection | undefined;
  /** Expects no permission to write, and sends no write. @default {false} */
  readonly readsOnly: boolean | undefined;
}

/** Statuses of a path that is not served. */
const NOT_SERVED: readonly number[] = [404, 405, 410, 501];

/** The types of which one must be readable. */
const TRIED = 8;

/**
 * Returns the types of a target. Without a choice of the user these are the types of the
 * specification, as far as the target serves them, and if it serves none, all others.
 *
 * @throws {PermissionMissing} if the current identity may read none of them
 * @throws {TargetUnreachable} if the target serves no type
 */
export async function findTypes(options: ServedTypesOptions): Promise<ServedTypes> {
  const { discovery, dialect } = options;
  const own = options.selection === undefined ? await servedOfSpecification(options) : [];
  const unlisted = own.filter((type) =>
    !discovery.types.some((each) => isSame(each, type, dialect))
  );
  const types = [...discovery.types, ...unlisted.map((type) => asListed(type, dialect))];
  const selection = options.selection ?? selectionOf(own, types, dialect);
  if (types.length === 0) throw whyNoTypes(options);
  const { chosen } = selection === undefined
    ? { chosen: RESOURCE_TYPES.map((type) => asListed(type, dialect)) }
    : chooseTypes(types, selection);
  // A plan is for a user who may do nothing yet.
  if (options.readsOnly) return { types, ...(selection !== undefined && { selection }) };
  await expectReadable(chosen, options);
  if (selection === undefined) await expectWritable(options);
  return { types, ...(selection !== undefined && { selection }) };
}

/** Returns the choice for a target that does not serve all types of the specification. */
function selectionOf(
  own: readonly ResourceType[],
  types: readonly ServedType[],
  dialect: Dialect,
): TypeSelection | undefined {
  if (own.length === RESOURCE_TYPES.length) return undefined;
  if (own.length === 0) return { names: "all", isDefault: true };
  const names = types.filter((each) => own.some((type) => isSame(each, type, dialect))).map(
    groupedName,
  );
  return { names, isDefault: true };
}

/** Returns the types of the specification that the target lists, or serves without listing them. */
async function servedOfSpecification(
  { client, discovery, dialect, namespace }: ServedTypesOptions,
): Promise<readonly ResourceType[]> {
  const served: ResourceType[] = [];
  for (const type of RESOURCE_TYPES) {
    const isListed = discovery.types.some((each) => isSame(each, type, dialect));
    if (isListed || await answers(type)) served.push(type);
  }
  return served;

  async function answers(type: ResourceType): Promise<boolean> {
    const path = collectionPath(type, dialect, namespace);
    const response = await client.send({ method: "GET", path, query: { limit: "1" } });
    if (response.status === 200) return isList(response);
    // Servers forbid what they do not serve, too.
    const isUnknown = response.status === 403 || NOT_SERVED.includes(response.status);
    if (discovery.types.length > 0 || isUnknown) return false;
    return typeof response.json === "object";
  }
}

function isList({ json }: HttpResponse): boolean {
  return typeof json === "object" && json !== null && !Array.isArray(json) &&
    (Array.isArray(json.items) || /List$|^Status$/.test(String(json.kind)));
}

/** Throws if the current identity may list none of the first types. */
async function expectReadable(
  chosen: readonly ServedType[],
  { client, caller, dialect, namespace }: ServedTypesOptions,
): Promise<void> {
  let first: Error | undefined;
  for (const type of chosen.slice(0, TRIED)) {
    const path = collectionPath({ ...type, group: () => type.group }, dialect, namespace);
    const response = await client.send({ method: "GET", path, query: { limit: "1" } });
    expectAnswer(caller, path, response);
    if (response.status !== 403) return;
    const place = type.namespaced ? namespace : undefined;
    const permission = { verb: "list", resource: groupedName(type), namespace: place };
    first ??= forbidden(caller, permission, path, response);
  }
  if (first !== undefined) throw first;
}

/** Throws if the current identity may not create Secrets: nothing is created. */
async function expectWritable(
  { client, caller, dialect, namespace }: ServedTypesOptions,
): Promise<void> {
  const [type] = RESOURCE_TYPES;
  const path = collectionPath(type, dialect, namespace);
  const name = "plumbline-permission";
  const body = { apiVersion: "v1", kind: type.kind, metadata: { name } };
  const query = { dryRun: "All" };
  let response: HttpResponse;
  try {
    response = await client.send({ method: "POST", path, query, body });
  } catch (error) {
    // Whether creates are answered is for the checks: other requests are.
    if (error instanceof TargetUnreachable && error.isUnanswered) return;
    throw error;
  }
  if (response.status === 403) {
    const permission = { verb: "create", resource: type.resource, namespace };
    throw forbidden(caller, permission, path, response);
  }
  // A server that ignores `dryRun` has created it.
  const object = `${path}/${name}`;
  const isThere = response.status < 300 &&
    (await client.send({ method: "GET", path: object })).status === 200;
  if (isThere) await client.send({ method: "DELETE", path: object });
}

/** Returns why nothing can be judged: discovery is forbidden, or lists nothing, or is no API. */
function whyNoTypes({ caller, discovery: { answers } }: ServedTypesOptions): Error {
  const denied = answers.find(({ response: { status } }) => status === 403);
  if (denied !== undefined) {
    const permission = { verb: "get", resource: denied.path };
    return forbidden(caller, permission, denied.path, denied.response);
  }
  const [{ path, response }] = answers as [Discovery["answers"][number]];
  const isApi = answers.some(({ response: { json } }) => typeof json === "object" && json !== null);
  if (!isApi) return noApi(caller, path, response);
  return new TargetUnreachable(
    `${caller.url} lists no resource type: ${response.status} for GET ${path}, and nothing in ` +
      `/api, in aggregated discovery and in OpenAPI. ${NAME_A_TYPE}`,
  );
}

function isSame(listed: ServedType, type: ResourceType, dialect: Dialect): boolean {
  return listed.resource === type.resource && listed.group === type.group(dialect) &&
    listed.version === type.version;
}

/** Returns a type of the specification as discovery should list it. */
function asListed(type: ResourceType, dialect: Dialect): ServedType {
  const { resource, kind, version, namespaced } = type;
  return {
    group: type.group(dialect),
    version,
    resource,
    kind,
    namespaced,
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    subresources: resource === "deployments" ? ["status"] : [],
    preferred: true,
  };
}
