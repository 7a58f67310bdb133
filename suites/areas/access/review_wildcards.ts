/**
 * Reviews of more than one thing at once, of made-up resources, and of users without groups.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example, property, Violation } from "../../check.ts";
import { allows, grantsOf, misses } from "../../model/access/grants.ts";
import type { Actor, ResourceRequest, Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import { ask, settled } from "../../session/access/attempts.ts";
import {
  granting,
  grantingEverywhere,
  onSecrets,
  ownSubject,
  subjectOf,
  userIn,
} from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

interface Case {
  readonly rule: Rule;
  readonly everywhere: boolean;
  /** Drawn requests; the namespace is the scope's where `here`, else all. */
  readonly requests: readonly (Omit<ResourceRequest, "namespace"> & {
    readonly here: boolean;
    readonly version: string;
  })[];
}

const some = <Word>(words: readonly Word[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.subarray([...words], { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constant(["*"]) },
  );

/** A word of the rules' words, or all of them. */
const word = (...words: string[]) => fc.constantFrom(...words, "*");

/** Checks of such reviews. */
export const STARS: readonly Check[] = [
  property<Case>({
    id: "access/review-wildcards",
    title: "A review of all verbs, groups, resources, names or namespaces needs a rule for all",
    requirements: [
      "access.review-wildcard-verb",
      "access.review-wildcard-group",
      "access.review-wildcard-resource",
      "access.review-any-name",
      "access.review-any-namespace",
      "access.review-any-version",
      "access.review-of-subresource",
      "access.review-of-unserved-resources",
      "access.wildcard-verb",
      "access.wildcard-group",
      "access.wildcard-resource",
      "access.only-verbs-listed",
      "access.only-groups-listed",
      "access.only-resources-listed",
      "access.only-names-listed",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        rule: fc.record({
          verbs: some(["get", "proxy", "plumb"]),
          apiGroups: some(["", "plumbline.invalid"]),
          resources: some(["secrets", "plumb", "plumbs", "plumbs/status"]),
          resourceNames: fc.oneof(fc.constant([]), fc.constant([]), fc.constant(["x", "y"])),
        }),
        everywhere: fc.boolean(),
        requests: fc.array(
          fc.record({
            verb: word("get", "proxy", "plumb"),
            group: word("", "plumbline.invalid"),
            resource: word("secrets", "plumb", "plumbs"),
            subresource: fc.constantFrom("", "", "status"),
            name: fc.constantFrom("", "x", "xx", "z"),
            here: fc.boolean(),
            version: fc.constantFrom("", "v1", "*", "v7"),
          }),
          { minLength: 6, maxLength: 9, size: "max" },
        ),
      }),
    run: async (scope, { rule, everywhere, requests }) => {
      const actor = userIn(scope, "asker");
      const policy = (everywhere ? grantingEverywhere : granting)(scope, [rule], [
        subjectOf(actor),
      ]);
      await putPolicy(scope, policy);
      const grants = grantsOf(policy);
      for (const { here, ...request } of requests) {
        // All resources are all of their subresources, too: real servers join the two words.
        if (request.resource === "*" && request.subresource !== "") continue;
        const asked = { ...request, namespace: here ? scope.namespaces[0] : "" };
        const due = allows(grants, actor, asked);
        scope.note(due ? "allowed" : "refused");
        const { allowed, said } = await settled(
          scope,
          due,
          () => ask(scope, "subject", actor, asked),
        );
        if (allowed === due) continue;
        const facts = { expected: `${due ? "allowed" : "refused"}: ${JSON.stringify(asked)}` };
        throw new Violation(statement(rule, asked, misses(grants[0]!, actor, asked)), {
          ...facts,
          actual: said,
        });
      }
    },
  }),
  example({
    id: "access/review-groups",
    title: "A review applies to exactly the groups it names",
    requirements: ["access.review-without-groups", "access.review-of-groups"],
    level: "must",
    run: async (scope) => {
      const groups = [ownSubject(scope, "masons")];
      const rule = { verbs: ["get"], apiGroups: [""], resources: ["secrets"] };
      await putPolicy(scope, granting(scope, [rule], [{ kind: "Group", name: groups[0]! }]));
      const user = ownSubject(scope, "ann");
      const others = [ownSubject(scope, "others")];
      await holdGroups(scope, { user: "", groups }, true, "access.review-of-groups");
      await holdGroups(scope, { user, groups }, true, "access.review-of-groups");
      const both = [...others, ...groups];
      await holdGroups(scope, { user, groups: both }, true, "access.review-of-groups");
      await holdGroups(scope, { user, groups: [] }, false, "access.review-without-groups");
      // Nor is such a user in the group of all who are known.
      const name = scope.name("known");
      const known = { kind: "Group", name: "system:authenticated" } as const;
      await putPolicy(
        scope,
        granting(scope, [onSecrets(["get"], [name])], [known], "to the known"),
      );
      const one = { user, groups: [known.name] };
      await holdGroups(scope, one, true, "access.review-of-groups", name);
      await holdGroups(scope, { user, groups: [] }, false, "access.review-without-groups", name);
      const named = { user: groups[0]!, groups: others };
      await holdGroups(scope, named, false, "access.review-of-groups");
    },
  }),
];

/** Words that nobody serves. */
const UNKNOWN = ["proxy", "plumb", "plumbs", "plumbline.invalid"];

/** What in a rule a request goes beyond. */
const BEYOND: Readonly<Record<string, RequirementId>> = {
  verb: "access.only-verbs-listed",
  group: "access.only-groups-listed",
  resource: "access.only-resources-listed",
  name: "access.only-names-listed",
};

/**
 * The statement that is broken: what is unusual in the request comes first, then what is in the
 * rule.
 */
function statement(
  rule: Rule,
  { version, ...asked }: ResourceRequest & { readonly version: string },
  missed: readonly string[],
): RequirementId {
  const { verb, group, resource, subresource, name, namespace } = asked;
  const due = missed.length === 0;
  const about = (dimension: string) => due || missed.includes(dimension);
  if (verb === "*" && about("verb")) return "access.review-wildcard-verb";
  if (group === "*" && about("group")) return "access.review-wildcard-group";
  if (resource === "*" && about("resource")) return "access.review-wildcard-resource";
  if (due && version !== "" && version !== "v1") return "access.review-any-version";
  if (due && [verb, group, resource].some((each) => UNKNOWN.includes(each))) {
    return "access.review-of-unserved-resources";
  }
  if (due && rule.apiGroups?.includes("*")) return "access.wildcard-group";
  if (due && rule.resources?.includes("*")) return "access.wildcard-resource";
  if (due && rule.verbs.includes("*")) return "access.wildcard-verb";
  if (subresource !== "" && about("resource")) return "access.review-of-subresource";
  if (name === "" && about("name")) return "access.review-any-name";
  if (namespace === "" && about("namespace")) return "access.review-any-namespace";
  const [only] = missed;
  return (missed.length === 1 && BEYOND[only!]) || "access.review-of-unserved-resources";
}

async function holdGroups(
  scope: Scope,
  actor: Actor,
  due: boolean,
  requirement: RequirementId,
  name = "",
): Promise<void> {
  const [namespace] = scope.namespaces;
  const request = {
    verb: "get",
    group: "",
    resource: "secrets",
    subresource: "",
    name,
    namespace,
  };
  const found = await settled(scope, due, () => ask(scope, "subject", actor, request));
  if (found.allowed === due) return;
  const expected = `${due ? "allowed" : "refused"} to ${JSON.stringify(actor)}`;
  throw new Violation(requirement, { expected, actual: found.said });
}
