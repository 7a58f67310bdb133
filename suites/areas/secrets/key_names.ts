/**
 * Checks of keys that mean something to programs, and of the shortest and longest ones.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Json } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { resourceType } from "../../resources/mod.ts";
import { expectSuccess } from "../../session/violation.ts";
import { changeRequest } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { emptySecret } from "./data_writes.ts";
import { verify } from "../../verify.ts";

const secret = resourceType("secrets");

/** Keys by the requirement that permits their rarest character. */
const KEYS: readonly (readonly [key: string, requirement: RequirementId])[] = [
  // Members of every object in JavaScript.
  ["constructor", "secrets.key-alphanumerics"],
  ["toString", "secrets.key-alphanumerics"],
  ["__proto__", "secrets.key-underscore"],
  ["0", "secrets.key-alphanumerics"],
  ["-", "secrets.key-dash"],
  ["_", "secrets.key-underscore"],
  ["null", "secrets.key-alphanumerics"],
  ["k".repeat(200), "secrets.key-alphanumerics"],
];

interface KeyCase {
  readonly key: string;
  readonly requirement: RequirementId;
  readonly field: "data" | "stringData";
  readonly form: "update" | "json-patch" | "merge-patch";
}

/** Checks of unusual keys. */
export const KEY_NAMES: readonly Check[] = [
  property<KeyCase>({
    id: "secrets/unusual-keys",
    title: "Keys such as `__proto__`, `-` and `0` are keys like any other",
    requirements: ["secrets.key-alphanumerics", "secrets.key-dash", "secrets.key-underscore"],
    ...enumerated(() =>
      KEYS.flatMap(([key, requirement]) => [
        { key, requirement, field: "data", form: "update" } as const,
        { key, requirement, field: "data", form: "json-patch" } as const,
        { key, requirement, field: "stringData", form: "merge-patch" } as const,
      ])
    ),
    run: async (scope, { key, requirement, field, form }) => {
      scope.note(form);
      const object = { ...emptySecret(scope), data: { [key]: "YQ==" } };
      expectSuccess(requirement, await scope.create(secret, object));
      const path = pathOfObject(scope, secret, object);
      const expectValue = async (expected: string): Promise<void> => {
        const { json } = await scope.send({ method: "GET", path });
        const data = asObject(asObject(json)?.data) ?? {};
        const actual = Object.hasOwn(data, key) ? data[key] : undefined;
        verify(requirement, {
          holds: actual === expected,
          expected: `data.${key}: ${expected}`,
          actual: `data.${key}: ${actual}`,
        });
      };
      await expectValue("YQ==");
      const value: Json = field === "data" ? "Yg==" : "b";
      const change = { [field]: { [key]: value } };
      const request = changeRequest(scope, secret, object, form, change);
      expectSuccess(requirement, await scope.send(request));
      await expectValue("Yg==");
    },
  }),
];
