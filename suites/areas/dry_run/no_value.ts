/**
 * What `dryRun` without a value means: the specification lists it as a permitted form and leaves open
 * whether it is a dry run, but it means the same for each verb.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { hasStatus, type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { everyType } from "../../session/every_type.ts";
import { Objects } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";

/** The query of each request. */
const NO_VALUE = { dryRun: "" };

/** What became of a request. */
type Meaning = "persisted" | "a dry run";

/** Checks of the form without a value. */
export const NO_VALUE_CHECKS: readonly Check[] = [
  example({
    id: "dry-run/no-value-one-meaning",
    title: "`dryRun` without a value has one meaning, whatever the verb, form and type",
    requirements: ["dry-run.no-value-one-meaning"],
    run: async (scope) => {
      const found = new Map<string, Meaning>();
      await everyType(scope, typesOf(scope.target), async (type) => {
        for (const [verb, meaning] of await meaningsFor(scope, type)) {
          found.set(`${verb} ${type.resource}`, meaning);
        }
      });
      const having = (meaning: Meaning) =>
        [...found].filter(([, each]) => each === meaning).map(([what]) => what);
      const [real, dry] = [having("persisted"), having("a dry run")];
      const few = real.length < dry.length ? real : dry;
      verify("dry-run.no-value-one-meaning", {
        holds: few.length === 0,
        expected: `${few === real ? "a dry run" : "persisted"}, as with ${
          found.size - few.length
        } others`,
        actual: `${few === real ? "persisted" : "a dry run"}: ${few.join(", ")}`,
      });
    },
  }),
];

/** Returns the meaning for each verb that accepts the form, as a read shows it afterwards. */
async function meaningsFor(scope: Scope, type: ResourceType): Promise<[string, Meaning][]> {
  const objects = new Objects(scope, type);
  const object = objects.newObject("object");
  const found: [string, Meaning][] = [];
  /** Sends a request; what a read shows of the object decides, if the response may say so. */
  const judge = async (
    verb: string,
    request: HttpRequest,
    isDone: (after: JsonObject | undefined) => boolean,
    maySay: (answer: JsonObject | undefined) => boolean = () => true,
  ) => {
    const response = await scope.send({ ...request, query: { ...request.query, ...NO_VALUE } });
    // Real servers reject the form.
    if (response.status !== 200 && response.status !== 201) return;
    if (!maySay(asObject(response.json))) return;
    found.push([verb, isDone(await objects.read(object)) ? "persisted" : "a dry run"]);
  };
  /** Returns the object, which is created if it does not exist. */
  const existing = async () => await objects.read(object) ?? await objects.create(object);

  const path = objects.collectionOf(object);
  await judge("create", { method: "POST", path, body: object }, (after) => after !== undefined);
  if (found.length === 0) throw new Discard("a create with `dryRun` but no value is rejected");
  for (const form of WRITE_FORMS.filter((form) => supports(scope.target, form))) {
    const change = { metadata: { annotations: { [`plumbline/${form}`]: "yes" } } };
    const request = changeRequest(scope, type, await existing(), form, change);
    await judge(form, request, (after) => has(after, `plumbline/${form}`));
  }
  if (hasStatus(type)) {
    const status = { observedGeneration: 7 };
    const request = changeRequest(scope, type, await existing(), "merge-patch", { status }, {
      subresource: "status",
    });
    const isSet = (object: JsonObject | undefined) =>
      asObject(object?.status)?.observedGeneration === status.observedGeneration;
    // The status of some types has no such field, and keeps none that it does not know.
    await judge("merge-patch of status", request, isSet, isSet);
  }
  const isGone = (after: JsonObject | undefined) =>
    after === undefined || metadataOf(after).deletionTimestamp !== undefined;
  await existing();
  await judge("delete", { method: "DELETE", path: objects.pathOf(object) }, isGone);
  await existing();
  const query = { labelSelector: scope.selector };
  await judge("deletecollection", { method: "DELETE", path, query }, isGone);
  return found;
}

function has(object: JsonObject | undefined, annotation: string): boolean {
  return annotation in (asObject(metadataOf(object ?? {}).annotations) ?? {});
}
