/**
 * Who the target takes a caller for, as it tells them itself.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { textsOf } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeAnswer, expectSame } from "../../session/violation.ts";
import type { Asker } from "../../session/access/attempts.ts";
import { ownSubject } from "../../session/access/small_policies.ts";

/** Checks of one's own identity. */
export const OWN_IDENTITY: readonly Check[] = [
  property<number>({
    id: "access/own-identity",
    title: "A SelfSubjectReview returns the identity of the caller",
    requirements: ["access.own-identity"],
    level: "must",
    needs: ["identity review"],
    arbitrary: () => fc.nat(9),
    run: async (scope, number) => {
      const { identities } = scope.target;
      const { name } = identities[number % identities.length]!;
      const info = await whoAmI(scope, { identity: name });
      const twice = await whoAmI(scope, { identity: name });
      expectSame("access.own-identity", twice, info);
      // The first one's name may be that of a kubeconfig's entry.
      const named = number % identities.length === 0 ? info.username : name;
      if (info.username !== "" && info.username === named) return;
      const facts = { expected: name, actual: canonical(info) };
      throw new Violation("access.own-identity", facts);
    },
  }),
  property<{ groups: string[]; uid: boolean; extra: string[]; second: string[] }>({
    id: "access/impersonated-identity",
    title:
      "A SelfSubjectReview returns the name, groups, uid and extra attributes of the impersonated user",
    requirements: [
      "access.impersonated-user",
      "access.impersonated-groups",
      "access.impersonated-extra",
      "access.impersonated-uid",
    ],
    level: "must",
    needs: ["impersonation", "identity review"],
    arbitrary: () =>
      fc.record({
        groups: oftenNone(["masons", "plumbers", "painters"]),
        uid: fc.boolean(),
        // None with a comma: HTTP lets a server take a header with several values for several headers.
        extra: oftenNone(["lead", "copper", "a value; with: signs"]),
        second: fc.subarray(["zinc"]),
      }),
    run: async (scope, drawn) => {
      const user = ownSubject(scope, "ann");
      const groups = drawn.groups.map((group) => ownSubject(scope, group));
      const uid = scope.name("uid");
      const info = await whoAmI(scope, {
        headers: {
          "impersonate-user": user,
          ...(groups.length > 0 && { "impersonate-group": groups }),
          ...(drawn.uid && { "impersonate-uid": uid }),
          ...(drawn.extra.length > 0 && { "impersonate-extra-metals": drawn.extra }),
          ...(drawn.second.length > 0 && {
            "impersonate-extra-plumbline.invalid%2fpipes": drawn.second,
          }),
        },
      });
      expectSame("access.impersonated-user", info.username ?? "", user);
      // Groups that everybody is in may come along.
      const told = textsOf(info.groups).filter((group) => !group.startsWith("system:"));
      expectSame("access.impersonated-groups", told.toSorted(), groups.toSorted());
      expectSame("access.impersonated-uid", info.uid ?? "", drawn.uid ? uid : "");
      const extra = asObject(info.extra) ?? {};
      expectSame("access.impersonated-extra", extra, {
        ...(drawn.extra.length > 0 && { metals: drawn.extra }),
        ...(drawn.second.length > 0 && { "plumbline.invalid/pipes": drawn.second }),
      });
    },
  }),
];

/** What one says nothing of is as much of a case as what one says. */
function oftenNone(words: string[]): fc.Arbitrary<string[]> {
  return fc.oneof(fc.constant<string[]>([]), fc.subarray(words));
}

async function whoAmI(scope: Scope, asker: Asker): Promise<JsonObject> {
  const group = `authentication.${scope.target.dialect.suffix}/v1alpha1`;
  const answer = await scope.send({
    method: "POST",
    path: `/apis/${group}/selfsubjectreviews`,
    body: { apiVersion: group, kind: "SelfSubjectReview" },
    ...asker,
  });
  if (answer.status === 403) throw new Discard("who asks may not ask who they are");
  const info = asObject(asObject(asObject(answer.json)?.status)?.userInfo);
  if (info !== undefined && answer.status < 300) return info;
  const facts = { expected: "a status with userInfo", actual: describeAnswer(answer) };
  throw new Violation("access.own-identity", facts);
}
