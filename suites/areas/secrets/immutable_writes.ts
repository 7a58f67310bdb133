/**
 * Checks of immutable secrets over every form of writes, and of gross sizes.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, example, property, Violation } from "../../check.ts";
import { type JsonObject, TargetUnreachable } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { secret } from "../../resources/secret.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { emptySecret } from "./data_writes.ts";
import { base64 } from "./model/data.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

/** The changes that an immutable secret rejects, as merge patches. */
const CHANGES: Readonly<Record<string, JsonObject>> = {
  "a value": { data: { a: base64("changed") } },
  "another key": { data: { c: "" } },
  "a removed key": { data: { a: null } },
  "all data": { data: null },
  "stringData": { stringData: { a: "changed" } },
  "stringData of another key": { stringData: { c: "added" } },
  "type": { type: "plumbline.invalid/other" },
  "immutable": { immutable: false },
  "immutable and a value": { immutable: false, data: { a: base64("changed") } },
  "immutable removed": { immutable: null },
  "a value and a label": {
    data: { a: base64("changed") },
    metadata: { labels: { changed: "yes" } },
  },
};

/** The changes of metadata that it accepts. */
const METADATA: Readonly<Record<string, JsonObject>> = {
  "annotations": { annotations: { changed: "yes" } },
  "labels": { labels: { changed: "yes" } },
  "a removed annotation": { annotations: { before: null } },
  "finalizers": { finalizers: [] },
};

/** A form of writes, and the field or the part of the metadata that it changes. */
interface ImmutableCase {
  readonly form: WriteForm;
  readonly change: string;
}

function casesOf(target: Target): ImmutableCase[] {
  return combinations<ImmutableCase>({
    form: WRITE_FORMS.filter((form) => supports(target, form)),
    change: [...Object.keys(CHANGES), ...Object.keys(METADATA)],
  }, 0)
    // Whether an empty list is applied or given up is another question.
    .filter(({ form, change }) => form !== "apply" || change !== "finalizers");
}

/** Checks of immutable secrets. */
export const IMMUTABLE_WRITES: readonly Check[] = [
  property<ImmutableCase>({
    id: "secrets/immutable-writes",
    version: 3,
    title: "An immutable secret rejects every change but that of its metadata, by every verb",
    requirements: [
      "secrets.immutable-rejects-update",
      "secrets.immutable-rejects-patch",
      "secrets.immutable-rejects-string-data",
      "secrets.immutable-type-fixed",
      "secrets.immutable-cannot-be-unset",
      "secrets.immutable-metadata-updatable",
      "secrets.immutable-data-unchanged",
      "secrets.immutable-kept",
    ],
    uses: ["strategic-merge-patch", "server-side-apply"],
    ...enumerated(casesOf),
    run: async (scope, { form, change }) => {
      scope.note(form);
      const object: JsonObject = {
        ...emptySecret(scope),
        type: "Opaque",
        data: { a: base64("kept"), b: base64("as well") },
        immutable: true,
      };
      const metadata = asObject(object.metadata)!;
      metadata.annotations = { before: "yes" };
      if (change === "finalizers") metadata.finalizers = ["plumbline.invalid/kept"];
      const changed = change in METADATA ? { metadata: METADATA[change]! } : CHANGES[change]!;
      const requestOf = (current: JsonObject, change: JsonObject, as: WriteForm = form) =>
        changeRequest(scope, secret, current, as, change);
      // An apply removes what its manager applied before, and applies no longer.
      const givesUp = form === "apply" && JSON.stringify(changed).includes(":null");
      const response = givesUp
        ? await scope.send(requestOf(object, object))
        : await scope.create(secret, object);
      const created = asObject(response.json);
      if (response.status >= 300 || created === undefined) {
        throw rejected(response, "the secret could not be created");
      }
      expectUnchanged(object, created, "secrets.immutable-kept");
      const written = await scope.send(
        givesUp
          ? requestOf(object, asObject(requestOf(object, changed, "update").body)!)
          : requestOf(created, changed),
      );
      const isMetadata = change in METADATA;
      verify(requirementOf(form, change), {
        holds: isMetadata ? written.status < 300 : written.status >= 400,
        expected: isMetadata ? "success" : `an error, as ${change} is changed`,
        actual: describeResponse(written),
      });
      const after = await scope.send({ method: "GET", path: pathOfObject(scope, secret, object) });
      expectUnchanged(object, asObject(after.json) ?? {}, "secrets.immutable-data-unchanged");
      const { labels, annotations } = asObject(asObject(after.json)?.metadata) ?? {};
      const isLabelled = asObject(labels)?.changed === "yes";
      const isAnnotated = asObject(annotations)?.changed === "yes";
      const isKept = asObject(annotations)?.before === "yes";
      const expected = [
        change === "labels",
        change === "annotations",
        change !== "a removed annotation",
      ];
      verify(
        isMetadata ? "secrets.immutable-metadata-updatable" : "secrets.immutable-data-unchanged",
        {
          holds: canonical([isLabelled, isAnnotated, isKept]) === canonical(expected),
          expected: isMetadata ? `${change} written` : "no change by a rejected write",
          actual: describeResponse(after),
        },
      );
    },
  }),
  example({
    id: "secrets/gross-size",
    title: "`data` of 32 MiB is rejected",
    requirements: ["secrets.size-bounded"],
    run: async (scope) => {
      const data = { a: "QUFB".repeat(Math.ceil(32 * 1024 * 1024 / 3)) };
      try {
        const response = await scope.create(secret, { ...emptySecret(scope), data });
        if (response.status >= 400) return;
        throw new Violation("secrets.size-bounded", {
          expected: "an error",
          actual: describeResponse({ ...response, text: response.text.slice(0, 100) }),
        });
      } catch (error) {
        // A server may close the connection instead of reading so much.
        if (!(error instanceof TargetUnreachable)) throw error;
      }
    },
  }),
];

function expectUnchanged(
  sent: JsonObject,
  shown: JsonObject,
  requirement: "secrets.immutable-kept" | "secrets.immutable-data-unchanged",
): void {
  const of = ({ data, type, immutable }: JsonObject) =>
    canonical({ data: data ?? null, type: type ?? null, immutable: immutable ?? null });
  const [expected, actual] = [of(sent), of(shown)];
  verify(requirement, { expected, actual });
}

function requirementOf(form: WriteForm, change: string) {
  if (change in METADATA) return "secrets.immutable-metadata-updatable";
  if (change === "type") return "secrets.immutable-type-fixed";
  if (change.startsWith("immutable")) return "secrets.immutable-cannot-be-unset";
  if (change.startsWith("stringData")) return "secrets.immutable-rejects-string-data";
  return form === "update" ? "secrets.immutable-rejects-update" : "secrets.immutable-rejects-patch";
}
