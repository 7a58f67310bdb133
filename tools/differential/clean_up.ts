/**
 * Removes what a sequence made, so that nothing of it stays on the real server.
 *
 * @module
 */
import { ask } from "./ask.ts";
import type { Peer } from "./client.ts";
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
    const { items = [] } = JSON.parse(await ask(peer, "GET", path)) as List;
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
  if (finalizers) await ask(peer, "PATCH", path, { metadata: { finalizers: null } });
  await ask(peer, "DELETE", path);
  // Beside a real server no controller may run that would finish the deletion.
  const [, name] = /^\/api\/v1\/namespaces\/([^/]+)$/.exec(path) ?? [];
  const spec = { finalizers: [] };
  if (!name) return;
  await ask(peer, "PUT", `${path}/finalize`, { metadata: { name }, spec });
  // One that was made with a deletion time waits for another request.
  await ask(peer, "DELETE", path);
}
