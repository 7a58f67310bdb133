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
  const never = await client.send({ method: "GET", path: `${path}-never` });
  return never.status === status;
}
