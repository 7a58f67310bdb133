/**
 * Checks of the owner of what writes of the subresource `status` set.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { resourceType } from "../../resources/mod.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { describeResponse } from "../../session/violation.ts";
import { verify } from "../../verify.ts";

/** Checks of these owners. */
export const STATUS_MANAGERS: readonly Check[] = [
  property<WriteForm>({
    id: "apply/manager-of-status-writes",
    types: ["deployments"],
    title: "`fieldManager` names the owner of the fields that a write of `status` sets",
    requirements: ["apply.manager-of-status-writes"],
    uses: ["strategic-merge-patch"],
    ...enumerated((target) => WRITE_FORMS.filter((form) => supports(target, form))),
    run: async (scope, form) => {
      scope.note(form);
      const objects = new Objects(scope, resourceType("deployments"));
      const object = objects.newObject("s0");
      const created = accepted(
        await scope.create(objects.type, object, { fieldManager: "one" }),
        "the object could not be created",
      );
      if (metadataOf(created).managedFields === undefined) {
        throw new Discard("the target does not return managedFields");
      }
      const status = { replicas: 3, unavailableReplicas: 3 };
      const request = changeRequest(scope, objects.type, created, form, { status }, {
        subresource: "status",
        manager: "two",
        query: { fieldManager: "two" },
      });
      const written = accepted(await scope.send(request), "the status could not be written");
      const operation = form === "apply" ? "Apply" : "Update";
      const owned = entriesOf(written).filter((entry) =>
        entry.manager === "two" && entry.operation === operation
      ).map((entry) => asObject(asObject(entry.fieldsV1)?.["f:status"]) ?? {});
      verify("apply.manager-of-status-writes", {
        holds: owned.some((fields) => Object.keys(status).every((name) => `f:${name}` in fields)),
        expected: `an entry of operation ${operation} by the manager two with the fields of status`,
        actual: canonical(metadataOf(written).managedFields ?? null),
      });
      const others = (of: JsonObject) =>
        entriesOf(of).filter(({ manager }) => manager === "one").map(({ fieldsV1 }) => fieldsV1!);
      verify("apply.manager-of-status-writes", {
        expected: { one: others(created) },
        actual: { one: others(written) },
      });
    },
  }),
  example({
    id: "apply/conditions-of-two-managers",
    types: ["deployments"],
    title: "The conditions that two managers apply to a status are both kept",
    requirements: ["apply.leaves-other-fields"],
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("deployments"));
      const created = await objects.create(objects.newObject("object"));
      for (const manager of MANAGERS) {
        const status = { conditions: [{ type: `Plumbline${manager}`, status: "True" }] };
        const request = changeRequest(scope, objects.type, created, "apply", { status }, {
          ...{ subresource: "status", manager },
        });
        accepted(await scope.send(request), "the status could not be applied");
      }
      const { json } = await scope.send({ method: "GET", path: objects.pathOf(created) });
      const { conditions } = asObject(asObject(json)?.status) ?? {};
      const types = (Array.isArray(conditions) ? conditions : [])
        .map((one) => String(asObject(one)?.type)).filter((type) => type.startsWith("Plumbline"));
      verify("apply.leaves-other-fields", {
        expected: MANAGERS.map((manager) => `Plumbline${manager}`).join(", "),
        actual: types.sort().join(", "),
      });
    },
  }),
  property<WriteForm>({
    id: "apply/status-conflicts",
    types: ["deployments"],
    title: "An apply of a status conflicts with the writer of the field, and `force` overrides",
    requirements: ["apply.conflict-reported", "apply.force-overrides"],
    uses: ["strategic-merge-patch"],
    ...enumerated((target) => WRITE_FORMS.filter((form) => supports(target, form))),
    run: async (scope, form) => {
      scope.note(form);
      const objects = new Objects(scope, resourceType("deployments"));
      const created = await objects.create(objects.newObject("object"));
      const write = (manager: string, by: WriteForm, replicas: number, query: Query = {}) =>
        scope.send(changeRequest(scope, objects.type, created, by, { status: { replicas } }, {
          subresource: "status",
          manager,
          query: { fieldManager: manager, ...query },
        }));
      const replicasOf = async () => asObject((await objects.read(created))?.status)?.replicas;
      accepted(await write("one", form, 3), "the status could not be written");
      const withoutForce: readonly Query[] = scope.target.lacks?.includes("dry-run")
        ? [{ force: undefined }]
        : [{ force: undefined, dryRun: "All" }, { force: undefined }];
      for (const query of withoutForce) {
        const response = await write("two", "apply", 4, query);
        verify("apply.conflict-reported", {
          holds: response.status >= 400 && await replicasOf() === 3,
          expected:
            `an error for an apply of status.replicas, which ${form} by another manager set`,
          actual: describeResponse(response),
        });
      }
      const forced = await write("two", "apply", 4);
      const replicas = await replicasOf();
      verify("apply.force-overrides", {
        holds: forced.status < 300 && replicas === 4,
        expected: "success of an apply of status.replicas with force, and status.replicas: 4",
        actual: `${describeResponse(forced)}, then status.replicas: ${replicas}`,
      });
    },
  }),
  property<readonly Place[]>({
    id: "apply/places-of-one-manager",
    types: ["deployments"],
    title: "What a manager applies to an object and to its status are two configurations",
    requirements: ["apply.unapplied-field-removed", "apply.leaves-other-fields"],
    ...enumerated(() => [["object", "status"], ["status", "object"]]),
    run: async (scope, order) => {
      scope.note(order.join(", then "));
      const objects = new Objects(scope, resourceType("deployments"));
      const created = await objects.create(objects.newObject("object"));
      const apply = async (place: Place, words: readonly string[]) => {
        const request = changeRequest(
          scope,
          objects.type,
          created,
          "apply",
          CONTENTS[place](words),
          {
            ...(place === "status" && { subresource: place }),
            manager: MANAGERS[0]!,
          },
        );
        accepted(await scope.send(request), `the ${place} could not be applied`);
      };
      const kept = { object: MANAGERS, status: MANAGERS };
      for (const place of order) await apply(place, MANAGERS);
      for (const place of order) {
        kept[place] = MANAGERS.slice(0, 1);
        await apply(place, kept[place]);
        const actual = wordsIn(await objects.read(created) ?? {});
        for (const one of order) {
          // What the apply of one place gave up is gone, and the other place is as it was.
          const requirement = one === place
            ? "apply.unapplied-field-removed"
            : "apply.leaves-other-fields";
          verify(requirement, {
            expected: `${one}: ${kept[one].join(", ")}`,
            actual: `${one}: ${actual[one].join(", ")}`,
          });
        }
      }
    },
  }),
];

type Query = NonNullable<HttpRequest["query"]>;

/** What is applied: the object, or its status. */
type Place = "object" | "status";

/** Returns what is applied to a place, one part for each word. */
const CONTENTS: Readonly<Record<Place, (words: readonly string[]) => JsonObject>> = {
  object: (words) => ({
    metadata: { annotations: Object.fromEntries(words.map((word) => [annotation(word), word])) },
  }),
  status: (words) => ({
    status: { conditions: words.map((word) => ({ type: condition(word), status: "True" })) },
  }),
};

const annotation = (word: string) => `plumbline.invalid/${word}`;
const condition = (word: string) => `Plumbline${word}`;

/** Returns the words whose parts an object has, by place. */
function wordsIn(object: JsonObject): Record<Place, readonly string[]> {
  const annotations = asObject(metadataOf(object).annotations) ?? {};
  const { conditions } = asObject(object.status) ?? {};
  const types = (Array.isArray(conditions) ? conditions : []).map((one) => asObject(one)?.type);
  return {
    object: MANAGERS.filter((word) => annotations[annotation(word)] === word),
    status: MANAGERS.filter((word) => types.includes(condition(word))),
  };
}

/** Managers who apply a condition each. */
const MANAGERS = ["One", "Two"];

function entriesOf(object: JsonObject): JsonObject[] {
  const entries: Json = metadataOf(object).managedFields ?? [];
  return (Array.isArray(entries) ? entries : []).map((entry) => asObject(entry) ?? {});
}
