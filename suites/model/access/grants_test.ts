import { assertEquals } from "@std/assert";
import { allows, type Dimension, grantsOf, misses } from "./grants.ts";
import {
  accountUser,
  type Actor,
  type Binding,
  type Policy,
  type Request,
  type Rule,
} from "./policy.ts";

const READ: Rule = { verbs: ["get"], apiGroups: ["apps"], resources: ["deployments"] };
const BOUND: Binding = {
  name: "b",
  namespace: "one",
  role: { kind: "Role", name: "r" },
  subjects: [{ kind: "User", name: "ann" }],
};
const ann: Actor = { user: "ann", groups: [] };
const GET: Request = {
  verb: "get",
  group: "apps",
  resource: "deployments",
  subresource: "",
  name: "x",
  namespace: "one",
};

function policy(rule: Partial<Rule> = {}, binding: Partial<Binding> = {}): Policy {
  const bound = { ...BOUND, ...binding };
  const namespace = bound.role.kind === "Role" ? "one" : undefined;
  return {
    roles: [{ name: "r", ...(namespace && { namespace }), rules: [{ ...READ, ...rule }] }],
    bindings: [bound],
  };
}

const decide = (given: Policy, request: Partial<Request> = {}, actor = ann) =>
  allows(grantsOf(given), actor, { ...GET, ...request } as Request);

Deno.test("what a rule names is allowed to whom a binding names", () => {
  assertEquals(decide(policy()), true);
});

const MISSED: readonly (readonly [Dimension, Partial<Request>])[] = [
  ["verb", { verb: "list" }],
  ["group", { group: "" }],
  ["resource", { resource: "secrets" }],
  ["resource", { subresource: "status" }],
  ["namespace", { namespace: "two" }],
  ["namespace", { namespace: "" }],
];

for (const [dimension, change] of MISSED) {
  Deno.test(`another ${dimension} is missed: ${JSON.stringify(change)}`, () => {
    assertEquals(decide(policy(), change), false);
    const [grant] = grantsOf(policy());
    assertEquals(misses(grant!, ann, { ...GET, ...change } as Request), [dimension]);
  });
}

Deno.test("a name that is not listed is missed, and no name is one", () => {
  const named = policy({ resourceNames: ["x", "y"] });
  assertEquals(decide(named), true);
  assertEquals(decide(named, { name: "z" }), false);
  assertEquals(decide(named, { name: "" }), false);
  assertEquals(decide(policy({ resourceNames: [] }), { name: "" }), true);
});

Deno.test("a star stands for everything of its list, subresources too", () => {
  const all = policy({ verbs: ["*"], apiGroups: ["*"], resources: ["*"] });
  assertEquals(decide(all, { verb: "plumb", group: "g", resource: "r", subresource: "s" }), true);
  assertEquals(decide(policy(), { verb: "*" }), false);
});

Deno.test("users, groups and accounts of one name are not each other", () => {
  const subjects = [{ kind: "Group" as const, name: "ann" }];
  assertEquals(decide(policy({}, { subjects })), false);
  assertEquals(decide(policy({}, { subjects }), {}, { user: "bob", groups: ["ann"] }), true);
  const account = policy({}, {
    subjects: [{ kind: "ServiceAccount", name: "ann", namespace: "two" }],
  });
  assertEquals(decide(account), false);
  assertEquals(decide(account, {}, { user: accountUser("two", "ann"), groups: [] }), true);
  assertEquals(decide(account, {}, { user: accountUser("one", "ann"), groups: [] }), false);
});

Deno.test("a cluster role reaches as far as its binding", () => {
  const role = { kind: "ClusterRole" as const, name: "r" };
  assertEquals(decide(policy({}, { role })), true);
  assertEquals(decide(policy({}, { role }), { namespace: "two" }), false);
  const everywhere = policy({}, { role, namespace: undefined });
  assertEquals(decide(everywhere, { namespace: "two" }), true);
  assertEquals(decide(everywhere, { namespace: "" }), true);
});

Deno.test("a role of another namespace, or none, grants nothing", () => {
  assertEquals(grantsOf(policy({}, { namespace: "two" })), []);
  assertEquals(grantsOf(policy({}, { role: { kind: "ClusterRole", name: "s" } })), []);
});

Deno.test("paths are granted through cluster bindings only", () => {
  const rule: Rule = { verbs: ["get"], nonResourceURLs: ["/one", "/two/*"] };
  const role = { kind: "ClusterRole" as const, name: "r" };
  const given: Policy = {
    roles: [{ name: "r", rules: [rule] }],
    bindings: [{ ...BOUND, role, namespace: undefined }],
  };
  const ask = (path: string, verb = "get") => allows(grantsOf(given), ann, { verb, path });
  assertEquals(["/one", "/two/a", "/two/a/b"].map((path) => ask(path)), [true, true, true]);
  assertEquals(["/one/a", "/twofold", "/three"].map((path) => ask(path)), [false, false, false]);
  assertEquals(ask("/one", "post"), false);
  const local = { ...given, bindings: [{ ...BOUND, role }] };
  assertEquals(allows(grantsOf(local), ann, { verb: "get", path: "/one" }), false);
});
