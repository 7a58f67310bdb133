/**
 * Creates with `generateName`, as creates with a name of that prefix.
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Send, substitutedBy } from "./read_substitutes.ts";
import { bodyOf } from "./request_bodies.ts";

/** The form of creates whose name the server generates. */
export const GENERATED_NAMES: Behaviour = {
  id: "generated names",
  name: "A create with `generateName` does not do what one with a name of that prefix does",
  concerns: ({ verb, place, body }) =>
    verb === "create" && place?.subresource === "" && nameOf(body ?? {}) === "" &&
    typeof metadataOf(body ?? {}).generateName === "string",
  ...substitutedBy(withName),
};

/** The characters that follow the prefix. */
const SUFFIX = 5;

/** The most characters of a name, for types whose names are labels and for others. */
const MOST = { label: 63, subdomain: 253 } as const;

/** Types whose names are labels. */
const OF_LABELS: readonly string[] = ["namespaces", "services"];

/** Sends a create with a name that begins with its `generateName`, if that is accepted. */
async function withName(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { name = "", subresource = "", resource = "" } = placeIn(request) ?? {};
  const isCreate = request.method === "POST" && name === "" && subresource === "";
  const body = isCreate ? asObject(bodyOf(request)) : undefined;
  const metadata = metadataOf(body ?? {});
  const { generateName } = metadata;
  if (body === undefined || nameOf(body) !== "" || typeof generateName !== "string") {
    return undefined;
  }
  const most = MOST[OF_LABELS.includes(resource) ? "label" : "subdomain"];
  const own = `${generateName.slice(0, most - SUFFIX)}${suffix()}`;
  const { bytes: _, ...write } = request;
  const named = { ...body, metadata: { ...metadata, name: own } };
  const response = await send({
    ...write,
    // JSON is YAML, too.
    body: typeof request.body === "string" ? JSON.stringify(named) : named,
  });
  // What is refused is to be refused for its own name.
  return response.status < 300 ? response : undefined;
}

/** Returns characters that no other name ends with. */
function suffix(): string {
  return Math.random().toString(36).slice(2).padEnd(SUFFIX, "0").slice(0, SUFFIX);
}
