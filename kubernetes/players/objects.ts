/**
 * What players have in common: owners, conditions, hashes of templates, and writes of a status.
 *
 * @module
 */
import type { KubernetesObject } from "@plumbline/server/client";
import { type ApiObject, equal, type Json, type JsonObject } from "@plumbline/server/api";
import { asObject, at, listAt, numberAt, textAt } from "@plumbline/server/resources";
import { isTrue } from "../resources/conditions.ts";
import type { PlayerServer, RecordedEvent } from "./player.ts";

export { asObject, at, isTrue, listAt, numberAt, textAt };

/** Returns an object with fields that can be read by their paths. */
export const fieldsOf = (object: KubernetesObject): ApiObject => object as unknown as ApiObject;

/** Returns the reference of an object to the one that controls it. */
export const controlledBy = ({ apiVersion, kind, metadata }: ApiObject): JsonObject => ({
  ...{ apiVersion, kind, name: metadata.name, uid: metadata.uid },
  ...{ controller: true, blockOwnerDeletion: true },
});

/** Returns the objects of a type that another one controls, in the order of names. */
export async function controlled(
  server: PlayerServer,
  type: string,
  { metadata: { uid, namespace = "" } }: ApiObject,
): Promise<readonly ApiObject[]> {
  const all = await server.list(type, { namespace });
  return all.map(fieldsOf).filter(({ metadata: { ownerReferences = [] } }) =>
    ownerReferences.some((owner) => owner.uid === uid && owner.controller)
  );
}

/** Returns true for an object that is being deleted. */
export const isEnding = ({ metadata }: ApiObject): boolean =>
  metadata.deletionTimestamp !== undefined;

/** Returns true for a Pod that is ready, and not being deleted. */
export const isReady = (pod: ApiObject): boolean => !isEnding(pod) && isTrue(pod, "Ready");

/** Returns true for a Pod that does not run any more. */
export const isOver = (pod: ApiObject): boolean =>
  ["Failed", "Succeeded"].includes(textAt(pod, "status.phase"));

/** What a condition states. */
export interface Statement {
  readonly type: string;
  readonly status: boolean;
  readonly reason?: string;
  readonly message?: string;
}

/** Returns conditions; the time of one changes only if its status does. */
export const conditions = (
  object: ApiObject,
  now: string,
  statements: readonly Statement[],
): JsonObject[] =>
  statements.map(({ status, ...rest }) => {
    const before = listAt(object, "status.conditions").find(({ type }) => type === rest.type);
    const text = status ? "True" : "False";
    const isSame = before?.status === text;
    return {
      ...rest,
      status: text,
      lastTransitionTime: isSame ? before.lastTransitionTime ?? now : now,
      ...(HAVE_UPDATES.includes(object.kind) && {
        lastUpdateTime: isSame && before.reason === rest.reason
          ? before.lastUpdateTime ?? now
          : now,
      }),
    };
  });

/** Kinds whose conditions have a time of their update. */
const HAVE_UPDATES = ["Deployment"];

/** Writes a status if it differs from that of the object. */
export async function setStatus(
  server: PlayerServer,
  type: string,
  object: ApiObject,
  wanted: { readonly [field: string]: Json | undefined },
): Promise<void> {
  const before = asObject(object.status) ?? {};
  const changes = Object.entries(wanted).filter(([field, value]) => !equal(before[field], value));
  if (changes.length === 0) return;
  const status = Object.fromEntries(changes.map(([field, value]) => [field, value ?? null]));
  const { name, namespace = "" } = object.metadata;
  await server.patch(type, name, { status }, { namespace, subresource: "status" });
}

/** Records an Event about an object. */
export const record = (
  server: PlayerServer,
  object: ApiObject,
  event: RecordedEvent,
): Promise<void> => server.record(object as unknown as KubernetesObject, event);

/** Records that a controller created or deleted a Pod of an object. */
export const recordPod = (
  server: PlayerServer,
  owner: ApiObject,
  verb: "Create" | "Delete",
  pod: string,
): Promise<void> =>
  record(server, owner, {
    from: `${owner.kind.toLowerCase()}-controller`,
    reason: `Successful${verb}`,
    message: `${verb}d pod: ${pod}`,
  });

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/**
 * Returns a text of letters and digits that differs for different values. Fields that are null, and
 * the order of fields, do not matter.
 */
export function hashOf(value: Json): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(value, withoutNulls)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  }
  let text = "";
  for (let rest = hash; text.length < 8; rest = Math.floor(rest / ALPHABET.length)) {
    text += ALPHABET[rest % ALPHABET.length];
  }
  return text;
}

const withoutNulls = (_: string, value: Json): Json => {
  const object = asObject(value);
  if (!object) return value;
  const fields = Object.entries(object).filter(([, inner]) => inner !== null);
  return Object.fromEntries(fields.sort(([a], [b]) => a < b ? -1 : 1));
};

/** Returns the template of Pods in a workload, with further labels. */
export function podFrom(workload: ApiObject, labels: Readonly<Record<string, string>>): JsonObject {
  const template = asObject(at(workload, "spec.template")) ?? {};
  const metadata = asObject(template.metadata) ?? {};
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...(asObject(metadata.annotations) && { annotations: metadata.annotations! }),
      labels: { ...asObject(metadata.labels), ...labels },
      namespace: workload.metadata.namespace ?? "",
      ownerReferences: [controlledBy(workload)],
    },
    spec: asObject(template.spec) ?? {},
  };
}
