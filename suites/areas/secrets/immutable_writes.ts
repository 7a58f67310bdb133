/**
 * Checks of immutable secrets over every form of writes, and of gross sizes.
 *
 * @module
 */
import fc from "fast-check";
import { combinations } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { TargetUnreachable } from "../../client/http_client.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { secret } from "../../resources/secret.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import { pathOf, withMetadata } from "../../session/write_request.ts";
import { emptySecret } from "./data_writes.ts";
import { base64 } from "./model/data.ts";

/** The forms of writes to an existing object. */
const FORMS = ["PUT", "merge", "JSON", "strategic", "apply"] as const;

type Form = typeof FORMS[number];

/** The fields that an immutable secret rejects the change of, each with another value. */
const CHANGES: Readonly<Record<string, JsonObject>> = {
  "a value": { data: { a: base64("changed") } },
  "another key": { data: { a: base64("kept"), b: "" } },
  "stringData": { stringData: { a: "changed" } },
  "type": { type: "plumbline.invalid/other" },
  "immutable": { immutable: false },
};

/** The metadata that may be changed, each with its value. */
const METADATA: Readonly<Record<string, Json>> = {
  annotations: { changed: "yes" },
  labels: { changed: "yes" },
  finalizers: [],
};

/** A form of writes, and the field or the part of the metadata that it changes. */
interface ImmutableCase {
  readonly form: Form;
  readonly change: string;
}

function casesOf({ lacks }: Target, seed: number): ImmutableCase[] {
  return combinations<ImmutableCase>({
    form: FORMS.filter((form) =>
      !(form === "strategic" && lacks?.includes("strategic-merge-patch")) &&
      !(form === "apply" && lacks?.includes("server-side-apply"))
    ),
    change: [...Object.keys(CHANGES), ...Object.keys(METADATA)],
  }, seed);
}

/** Checks of immutable secrets. */
export const IMMUTABLE_WRITES: readonly Check[] = [
  property<ImmutableCase>({
    id: "secrets/immutable-writes",
    title: "An immutable secret rejects every change but that of its metadata, by every verb",
    requirements: [
      "secrets.immutable-rejects-update",
      "secrets.immutable-rejects-patch",
      "secrets.immutable-rejects-string-data",
      "secrets.immutable-type-fixed",
      "secrets.immutable-cannot-be-unset",
      "secrets.immutable-metadata-updatable",
      "secrets.immutable-data-unchanged",
    ],
    level: "must",
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) => fc.constantFrom(...casesOf(target, 0)),
    cases: (seed, target) => casesOf(target, seed),
    run: async (scope, { form, change }) => {
      scope.note(form);
      const object: JsonObject = {
        ...emptySecret(scope),
        type: "Opaque",
        data: { a: base64("kept") },
        immutable: true,
      };
      if (change === "finalizers") {
        asObject(object.metadata)!.finalizers = ["plumbline.invalid/kept"];
      }
      const created = await scope.create(secret, object);
      if (created.status >= 300) {
        throw new Discard(`the secret could not be created: ${describeResponse(created)}`);
      }
      const response = await scope.send(writeOf(scope, object, form, change));
      const requirement = requirementOf(form, change);
      if (change in METADATA ? response.status >= 300 : response.status < 400) {
        throw new Violation(requirement, {
          expected: change in METADATA ? "success" : `an error, as ${change} is changed`,
          actual: describeResponse(response),
        });
      }
      const { json } = await scope.send({ method: "GET", path: pathOf(scope, secret, object) });
      const { data, type, immutable } = asObject(json) ?? {};
      const actual = { data: data ?? null, type: type ?? null, immutable: immutable ?? null };
      const expected = { data: object.data!, type: object.type!, immutable: true };
      if (canonical(actual) === canonical(expected)) return;
      throw new Violation("secrets.immutable-data-unchanged", {
        expected: JSON.stringify(expected),
        actual: JSON.stringify(actual),
      });
    },
  }),
  example({
    id: "secrets/gross-size",
    title: "`data` of 32 MiB is rejected",
    requirements: ["secrets.size-bounded"],
    level: "must",
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

function requirementOf(form: Form, change: string) {
  switch (change) {
    case "annotations":
    case "labels":
    case "finalizers":
      return "secrets.immutable-metadata-updatable";
    case "type":
      return "secrets.immutable-type-fixed";
    case "immutable":
      return "secrets.immutable-cannot-be-unset";
    case "stringData":
      return "secrets.immutable-rejects-string-data";
    default:
      return form === "PUT"
        ? "secrets.immutable-rejects-update"
        : "secrets.immutable-rejects-patch";
  }
}

function writeOf(scope: Scope, object: JsonObject, form: Form, change: string): HttpRequest {
  const path = pathOf(scope, secret, object);
  const value = METADATA[change];
  const fields = CHANGES[change] ?? { metadata: { [change]: value! } };
  const whole = value === undefined
    ? { ...object, ...fields }
    : withMetadata(object, { [change]: value });
  const patch = (type: string, body: Json): HttpRequest => ({
    method: "PATCH",
    path,
    body,
    headers: { "content-type": type },
  });
  switch (form) {
    case "PUT":
      return { method: "PUT", path, body: whole };
    case "merge":
      return patch("application/merge-patch+json", fields);
    case "strategic":
      return patch("application/strategic-merge-patch+json", fields);
    case "JSON":
      return patch(
        "application/json-patch+json",
        value === undefined
          ? Object.entries(fields).map(([field, value]) => ({
            op: "add",
            path: `/${field}`,
            value,
          }))
          : [{ op: "add", path: `/metadata/${change}`, value }],
      );
    case "apply":
      return {
        ...patch("application/apply-patch+yaml", whole),
        query: { fieldManager: "plumbline-secrets", force: "true" },
      };
  }
}
