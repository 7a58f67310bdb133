/**
 * Deletes the objects of a sequence, so that nothing remains on the real server.
 *
 * @module
 */
import { sendJson, type WireAnswer } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import type { Place } from "../../requests/sequences/request.ts";
import { listOf, putOf, releaseOf, removeOf } from "../../requests/writes.ts";
import { pathOf, type ResourceKind } from "../../requests/kinds/kind.ts";

/** Deletes the objects of a sequence after removing their finalizers. */
export async function cleanUp(
  target: Target,
  types: readonly ResourceKind[],
  place: Place,
): Promise<void> {
  for (const type of types.filter(({ isReview, dryRunOnly }) => !isReview && !dryRunOnly)) {
    const path = pathOf(type, place.namespace);
    const { items = [] } = (await sendJson(target, listOf(path))).body as List;
    for (const { metadata } of items) {
      if (belongs(metadata, place)) await remove(target, `${path}/${metadata.name}`, metadata);
    }
  }
}

/**
 * Deletes an object that only one server created: its name and labels may be none of the sequence's.
 *
 * @param path the path of the POST
 */
export async function removeStray(
  target: Target,
  path: string,
  { text }: WireAnswer,
): Promise<void> {
  const name = /"name":"([^"]+)"/.exec(text)?.[1];
  if (name) await remove(target, `${path}/${name}`, { name, finalizers: [] });
}

/** Neither a kubelet nor a collector ends what waits for them. */
const AT_ONCE = { gracePeriodSeconds: "0", propagationPolicy: "Background" };

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

async function remove(target: Target, path: string, { finalizers }: Metadata): Promise<void> {
  if (finalizers) await sendJson(target, releaseOf(path));
  await sendJson(target, removeOf(path, undefined, AT_ONCE));
  // No controller runs beside the real server to finish the deletion.
  const [, name] = /^\/api\/v1\/namespaces\/([^/]+)$/.exec(path) ?? [];
  if (!name) return;
  await sendJson(
    target,
    putOf(`${path}/finalize`, { metadata: { name }, spec: { finalizers: [] } }),
  );
  // A namespace created with a deletion time needs another request.
  await sendJson(target, removeOf(path));
}
