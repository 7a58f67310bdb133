/**
 * Secrets that grow: the size limit holds for the result of each form of a write, not only for what one
 * request sends.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { secret } from "../../resources/secret.ts";
import type { Scope } from "../../scope.ts";
import { rejected } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { verify } from "../../verify.ts";
import { emptySecret } from "./data_writes.ts";

interface GrowthCase {
  readonly form: WriteForm;
  readonly field: "data" | "stringData";
}

/** The bytes of one of two values; two in base64 are below 1.5 MiB, where bodies may end. */
const HALF = 540 * 1024;

/** The HTTP status of an object that is invalid, whatever the size of the request. */
const INVALID = 422;

/** Checks of growth. */
export const GROWTH: readonly Check[] = [
  property<GrowthCase>({
    id: "secrets/size-by-growth",
    title: "A write that would grow a secret to a size that a create rejects is rejected",
    requirements: ["secrets.size-limit-of-growth"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    ...enumerated((target) =>
      WRITE_FORMS.filter((form) => supports(target, form)).flatMap((form): GrowthCase[] => [
        { form, field: "data" },
        { form, field: "stringData" },
      ])
    ),
    run: async (scope, { form, field }) => {
      scope.note(form);
      const value = "x".repeat(HALF);
      const text = field === "data" ? btoa(value) : value;
      const whole = { ...emptySecret(scope), [field]: { a: text, b: text } };
      const { status } = await scope.create(secret, whole);
      if (status !== INVALID) throw new Discard("no create shows what is too large");
      const created = await scope.create(secret, { ...emptySecret(scope), [field]: { a: text } });
      if (created.status >= 300) throw rejected(created, "half of it could not be created");
      const object = asObject(created.json) ?? {};
      const response = await scope.send(
        changeRequest(scope, secret, object, form, { [field]: { b: text } }),
      );
      verify("secrets.size-limit-of-growth", {
        holds: response.status >= 400,
        expected: `an error, as for a create of ${2 * HALF} bytes`,
        actual: describeResponse(response).slice(0, 300),
      });
      const keys = Object.keys(asObject((await read(scope, object)).data) ?? {});
      verify("secrets.size-limit-of-growth", { expected: ["a"], actual: keys });
    },
  }),
];

async function read(scope: Scope, object: JsonObject): Promise<JsonObject> {
  const path = pathOfObject(scope, secret, object);
  return asObject((await scope.send({ method: "GET", path })).json) ?? {};
}
