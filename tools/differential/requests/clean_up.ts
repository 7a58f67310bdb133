/**
 * Removes what a sequence made, so that nothing of it stays on the real server.
 *
 * @module
 */
import { type Peer, sendJson } from "../client.ts";
import { pathOf, type Place } from "./request.ts";
import type { ComparedType } from "./compared_type.ts";

/** Removes a sequence's objects, finalizers and all. */
export async function cleanUp(
  peer: Peer,
  types: readonly ComparedType[],
  place: Place,
): Promise<void> {
  for (const type of types.filter(({ isReview, dryRunOnly }) => !isReview && !dryRunOnly)) {
    const path = pathOf(type, place.namespace);
    const { items = [] } = (await sendJson(peer, { method: "GET", path })).body as List;
    for (const { metadata } of items) {
      if (belongs(metadata, place)) await remove(peer, `${path}/${metadata.name}`, metadata);
    }
  }
}

interface Metadata {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

interface List {
  readonly items?: readonly { readonly metadata: Metadata }[];
}

const belongs = ({ name, labels }: Metadata, { id }: Place) =>
  name.startsWith(`${id}-`) || labels?.sequence === id;

async function remove(peer: Peer, path: string, { finalizers }: Metadata): Promise<void> {
  if (finalizers) {
    const contentType = "application/merge-patch+json";
    const body = { metadata: { finalizers: null } };
    await sendJson(peer, { method: "PATCH", path, contentType, body });
  }
  await sendJson(peer, { method: "DELETE", path });
  // Beside a real server no controller may run that would finish the deletion.
  const [, name] = /^\/api\/v1\/namespaces\/([^/]+)$/.exec(path) ?? [];
  const spec = { finalizers: [] };
  if (!name) return;
  await sendJson(peer, {
    method: "PUT",
    path: `${path}/finalize`,
    body: { metadata: { name }, spec },
  });
  // One that was made with a deletion time waits for another request.
  await sendJson(peer, { method: "DELETE", path });
}
