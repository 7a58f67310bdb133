/**
 * Checks of SelfSubjectReview: the identity that the server derived for the caller.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { accountUser } from "../../model/access/policy.ts";
import { textsOf } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { ownSubject } from "../../session/access/small_policies.ts";
import { describeResponse, expectSame } from "../../session/violation.ts";
import type { Sender } from "../../session/access/attempts.ts";
import { verify } from "../../verify.ts";

/** Checks of SelfSubjectReview. */
export const SELF_SUBJECT_REVIEWS: readonly Check[] = [
  property<number>({
    id: "access/own-identity",
    title: "A SelfSubjectReview returns the identity of the caller",
    requirements: ["access.own-identity", "access.own-identity-shape"],
    share: 0.1,
    needs: ["identity review"],
    arbitrary: () => fc.nat(9),
    run: async (scope, index) => {
      const { identities } = scope.target;
      const { name } = identities[index % identities.length]!;
      const info = await ownUserInfo(scope, { identity: name });
      const twice = await ownUserInfo(scope, { identity: name });
      expectSame("access.own-identity", twice, info);
      // The name of the first identity may be that of a kubeconfig entry.
      const expected = index % identities.length === 0 ? info.username : name;
      verify("access.own-identity", {
        holds: info.username !== "" && info.username === expected,
        expected: name,
        actual: canonical(info),
      });
    },
  }),
  property<readonly Impersonated[]>({
    id: "access/impersonated-identity",
    version: 3,
    title:
      "A SelfSubjectReview returns the name, groups, uid and extra attributes of the impersonated user, whatever those of a request before",
    requirements: [
      "access.impersonated-user",
      "access.impersonated-groups",
      "access.impersonated-extra",
      "access.impersonated-uid",
    ],
    share: 0.35,
    needs: ["impersonation", "identity review"],
    arbitrary: () =>
      fc.array(
        fc.record({
          groups: arbitraryOrNone(["masons", "plumbers", "painters"]),
          uid: fc.boolean(),
          // No value contains a comma, at which HTTP permits splitting a header.
          extra: arbitraryOrNone(["lead", "copper", "a value; with: signs"]),
          second: fc.subarray(["zinc"]),
        }),
        { minLength: 2, maxLength: 4, size: "max" },
      ),
    // The first requests of a case are of one name, the others of a service account.
    run: async (scope, identities) => {
      const account = accountUser(scope.namespaces[0], scope.name("robot"));
      for (const [at, identity] of identities.entries()) {
        await expectImpersonated(scope, identity, at < 2 ? ownSubject(scope, "ann") : account);
      }
    },
  }),
];

/** What is impersonated besides the name. */
interface Impersonated {
  readonly groups: readonly string[];
  readonly uid: boolean;
  readonly extra: readonly string[];
  readonly second: readonly string[];
}

async function expectImpersonated(
  scope: Scope,
  input: Impersonated,
  user: string,
): Promise<void> {
  const groups = input.groups.map((group) => ownSubject(scope, group));
  const uid = scope.name("uid");
  const info = await ownUserInfo(scope, {
    headers: {
      "impersonate-user": user,
      ...(groups.length > 0 && { "impersonate-group": groups }),
      ...(input.uid && { "impersonate-uid": uid }),
      ...(input.extra.length > 0 && { "impersonate-extra-metals": input.extra }),
      ...(input.second.length > 0 && {
        "impersonate-extra-plumbline.invalid%2fpipes": input.second,
      }),
    },
  });
  expectSame("access.impersonated-user", info.username ?? "", user);
  // The server may add system groups.
  const actual = textsOf(info.groups).filter((group) => !group.startsWith("system:"));
  expectSame("access.impersonated-groups", actual.toSorted(), groups.toSorted());
  expectSame("access.impersonated-uid", info.uid ?? "", input.uid ? uid : "");
  const extra = asObject(info.extra) ?? {};
  expectSame("access.impersonated-extra", extra, {
    ...(input.extra.length > 0 && { metals: [...input.extra] }),
    ...(input.second.length > 0 && { "plumbline.invalid/pipes": [...input.second] }),
  });
}

/** Returns an arbitrary of subsets that is empty in half of the cases. */
function arbitraryOrNone(words: string[]): fc.Arbitrary<string[]> {
  return fc.oneof(fc.constant<string[]>([]), fc.subarray(words));
}

async function ownUserInfo(scope: Scope, sender: Sender): Promise<JsonObject> {
  const group = `authentication.${scope.target.dialect.suffix}/v1alpha1`;
  const response = await scope.send({
    method: "POST",
    path: `/apis/${group}/selfsubjectreviews`,
    body: { apiVersion: group, kind: "SelfSubjectReview" },
    ...sender,
  });
  if (response.status === 403) {
    throw new Discard("the current identity may not create SelfSubjectReviews");
  }
  const review = asObject(response.json) ?? {};
  const info = asObject(asObject(review.status)?.userInfo);
  if (info !== undefined && response.status < 300) {
    expectShape(review, info);
    return info;
  }
  const facts = { expected: "a status with userInfo", actual: describeResponse(response) };
  throw new Violation("access.own-identity", facts);
}

/** Checks the types of the fields of a SelfSubjectReview, which has no `spec`. */
function expectShape(review: JsonObject, info: JsonObject): void {
  const isText = (value: Json | undefined) => value === undefined || typeof value === "string";
  const isTexts = (value: Json | undefined) =>
    value === undefined ||
    (Array.isArray(value) && value.every((each) => typeof each === "string"));
  const { username, uid, groups, extra = {} } = info;
  const values = asObject(extra);
  const isRight = review.spec === undefined &&
    (review.metadata === undefined || asObject(review.metadata) !== undefined) &&
    typeof username === "string" && isText(uid) && isTexts(groups) &&
    values !== undefined && Object.values(values).every(isTexts);
  verify("access.own-identity-shape", {
    holds: isRight,
    expected: "metadata, no spec, and userInfo with texts, a list of groups and lists in extra",
    actual: canonical(review),
  });
}
