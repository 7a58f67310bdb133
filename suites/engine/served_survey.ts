/**
 * Returns what a target serves, once per run: cases are enumerated from it.
 *
 * @module
 */
import { TargetUnreachable } from "../client/http_client.ts";
import type { DiscoveredResource, Target } from "../client/target.ts";
import { readDiscovery } from "../resources/discovered/reading.ts";

/**
 * Returns the resources that discovery lists: it is read again only if it was not when the target
 * was connected.
 *
 * @returns The resources; undefined if the target does not answer, or answers with no list.
 */
export async function surveyServed(
  { contact, client }: Pick<Target, "contact" | "client">,
): Promise<readonly DiscoveredResource[] | undefined> {
  try {
    const { resources } = contact ?? await readDiscovery(client);
    return resources.length === 0 ? undefined : resources;
  } catch (error) {
    // The checks report that the target does not answer.
    if (error instanceof TargetUnreachable) return undefined;
    throw error;
  }
}
