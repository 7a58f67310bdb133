/**
 * Finds out whether a target adds annotations or labels of its own to every object, before the checks
 * run.
 *
 * @module
 */
import { type AddedMember, WithoutAddedMetadata } from "../client/added_metadata.ts";
import type { HttpResponse } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { asObject, metadataOf } from "../model/object.ts";
import { type ResourceType, typesOf } from "../resources/mod.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import type { Scopes } from "./scopes.ts";
import { change, trialPath } from "./trial_requests.ts";

/** What a write that changes nothing must not do: it does, if it removes what the target adds. */
const ABOUT_NOTHING = [
  "requests.unchanged-keeps-version",
  "resource-versions.no-op-keeps-version",
  "watch.no-op-write-is-silent",
];

/**
 * What else follows from what is written, if each write changes what the target adds: whose field it is, and
 * the generation, which in kube-apiserver counts annotations of Deployments.
 */
const ABOUT_EACH_WRITE = [
  "apply.fields-recorded",
  "apply.manager-of-status-writes",
  "exchanges.generation-follows-spec",
  "metadata.generation-from-server",
  "metadata.generation-ignores-labels",
  "negotiation.json-spellings",
  "negotiation.protobuf-accepted",
  "negotiation.yaml-accepted",
  "requests.generation",
];

/** Returns the requirements that a target which adds metadata is not judged by, with the reason. */
export function undecidableBy(added: readonly AddedMember[]): ReadonlyMap<string, string> {
  const changing = added.filter(({ value }) => value === undefined);
  return new Map([
    ...because(
      ABOUT_NOTHING,
      added,
      "also to one that is written without: that write changes more than its client sees",
    ),
    ...because(ABOUT_EACH_WRITE, changing, "with another value at each write"),
  ]);
}

/** Returns each requirement with the reason that members are added, if any is. */
function because(
  requirements: readonly string[],
  members: readonly AddedMember[],
  how: string,
): (readonly [string, string])[] {
  if (members.length === 0) return [];
  const names = members.map(({ key }) => key).join(", ");
  const reason = `the target adds ${names} to every object, ${how}`;
  return requirements.map((requirement) => [requirement, reason]);
}

/** Targets of which the checks do not see what is added, by the target as it was given. */
const known = new WeakMap<Target, Target>();

/** Returns a target whose additions can be left out; the same one for the same target. */
export function leavingOutAdditions(target: Target): Target {
  const found = known.get(target);
  if (found !== undefined) return found;
  const made = { ...target, client: new WithoutAddedMetadata(target.client) };
  known.set(target, made);
  return made;
}

/**
 * Creates an object, and lets later responses be without the members of its metadata that the target
 * added and adds again when they are removed.
 *
 * @param leaving The target as {@linkcode leavingOutAdditions} returned it.
 * @param target The target with the types of the run.
 * @returns what is left out
 */
export async function leaveOutAdditions(
  leaving: Target,
  target: Target,
  scopes: Scopes,
): Promise<readonly AddedMember[]> {
  const { client } = leaving;
  // Neither the reference server nor a target of tests adds anything.
  if (target.contact === undefined) return [];
  const type = typesOf(target).find(({ unserved = [], adaptation }) =>
    adaptation === undefined &&
    ["create", "delete", "get"].every((verb) => !unserved.some((each) => each === verb))
  );
  if (type === undefined || !(client instanceof WithoutAddedMetadata)) return [];
  if (client.added.length > 0) return client.added;
  const added = await scopes.survey((scope) => additionsOf(scope, type), () => undefined);
  return added === undefined ? [] : client.added = added;
}

/** Returns the members that an object has without having been sent, also after their removal. */
async function additionsOf(
  scope: ExecutionScope,
  type: ResourceType,
): Promise<readonly AddedMember[]> {
  const sent = scope.newObject(type, { name: "probe" });
  const created = await scope.create(type, sent);
  if (created.status >= 300) return [];
  const isSent = ({ field, key }: AddedMember) => key in (asObject(metadataOf(sent)[field]) ?? {});
  const added = membersOf(created).filter((member) => !isSent(member));
  if (added.length === 0) return [];
  const removal = Map.groupBy(added, ({ field }) => field);
  const metadata = Object.fromEntries(
    [...removal].map(([field, all]) => [
      field,
      Object.fromEntries(all.map(({ key }) => [key, null])),
    ]),
  );
  const { status } = await change(scope, type, { metadata });
  if (status >= 300) return [];
  const left = membersOf(await scope.send({ method: "GET", path: trialPath(scope, type) }));
  return added.flatMap(({ field, key, value }): AddedMember[] => {
    const again = left.find((each) => each.field === field && each.key === key);
    if (again === undefined) return [];
    return [{ field, key, ...(value === again.value && { value }) }];
  });
}

function membersOf({ json }: HttpResponse): AddedMember[] {
  const metadata = metadataOf(asObject(json) ?? {});
  return (["annotations", "labels"] as const).flatMap((field) =>
    Object.entries(asObject(metadata[field]) ?? {}).flatMap(([key, value]) =>
      typeof value === "string" ? [{ field, key, value }] : []
    )
  );
}
