/**
 * Whether an object is there, on targets that answer wrongly for those that are not.
 *
 * @module
 */
import type { HttpClient, HttpResponse } from "../client/http_client.ts";

/** Statuses that a request may get whether or not there is an object. */
const UNDECIDED: readonly number[] = [401, 403, 408, 429, 502, 503, 504];

/**
 * Returns true if the response to a GET says that there is no object: with 404, or with the error that
 * a name gets that no object ever had.
 */
export async function isAbsent(
  client: Pick<HttpClient, "send">,
  path: string,
  { status }: Pick<HttpResponse, "status">,
): Promise<boolean> {
  if (status === 404) return true;
  if (status < 400 || UNDECIDED.includes(status)) return false;
  // Before the name, as its end may decide which object a server takes it for.
  const control = path.replace(/\/(?=[^/]*$)/, "/never-");
  const never = await client.send({ method: "GET", path: control });
  return never.status === status;
}

/** A path whose last segment is resolved by everything that reads a URL: no request reaches its object. */
const DOTS = /\/\.{1,2}$/;

/** Returns true if a read shows that there is no object at a path, or a list does where none reaches it. */
export async function isAbsentAt(client: Pick<HttpClient, "send">, path: string): Promise<boolean> {
  const [dots] = DOTS.exec(path) ?? [];
  if (dots === undefined) {
    return await isAbsent(client, path, await client.send({ method: "GET", path }));
  }
  const { status, json } = await client.send({ method: "GET", path: path.slice(0, -dots.length) });
  const { items } = Object(json);
  return status === 200 && Array.isArray(items) &&
    !items.some((item) => Object(Object(item).metadata).name === dots.slice(1));
}
