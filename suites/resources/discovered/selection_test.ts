import { assertEquals } from "@std/assert";
import { groupVersionsOf, type ListedType, typesIn } from "./discovery.ts";
import { parseExamples } from "./examples.ts";
import { chooseTypes } from "./selection.ts";

const VERBS = ["create", "delete", "get", "list", "patch", "update", "watch"];

const CORE = typesIn({ group: "", version: "v1", preferred: true }, {
  resources: [
    { name: "configmaps", kind: "ConfigMap", namespaced: true, verbs: VERBS },
    { name: "events", kind: "Event", namespaced: true, verbs: VERBS },
    { name: "nodes", kind: "Node", namespaced: false, verbs: VERBS },
    { name: "bindings", kind: "Binding", namespaced: true, verbs: ["create"] },
    { name: "lists", kind: "Some", namespaced: true, verbs: ["list", "get"] },
  ],
});

const widgets = (version: string, preferred: boolean): ListedType[] =>
  typesIn({ group: "example.com", version, preferred }, {
    resources: [
      { name: "widgets", kind: "Widget", namespaced: false, verbs: VERBS },
      { name: "widgets/status", kind: "Widget", namespaced: false, verbs: ["get"] },
    ],
  });

const LISTED = [...CORE, ...widgets("v2", true), ...widgets("v1", false)];

Deno.test("all types are those with every verb, in the preferred version, without risky ones", () => {
  const { chosen, left } = chooseTypes(LISTED, "all");
  const names = chosen.map(({ resource, version }) => `${resource} ${version}`);
  assertEquals(names, ["configmaps v1", "widgets v2"]);
  assertEquals(left.map(({ type }) => type.resource), ["events", "nodes", "lists"]);
  assertEquals(chosen[1]?.subresources, ["status"]);
});

Deno.test("a type that the preferred version of its group does not have is taken in another one", () => {
  const gadgets = (version: string): ListedType[] =>
    typesIn({ group: "example.com", version, preferred: false }, {
      resources: [{ name: "gadgets", kind: "Gadget", namespaced: false, verbs: VERBS }],
    });
  const { chosen } = chooseTypes([...LISTED, ...gadgets("v1"), ...gadgets("v1alpha1")], "all");
  const names = chosen.map(({ resource, version }) => `${resource} ${version}`);
  assertEquals(names, ["configmaps v1", "widgets v2", "gadgets v1"]);
});

Deno.test("a type is named with or without its group and version", () => {
  const named = (...names: string[]) =>
    chooseTypes(LISTED, names).chosen.map(({ resource, version }) => `${resource} ${version}`);
  assertEquals(named("widgets.example.com"), ["widgets v2"]);
  assertEquals(named("widgets.v1.example.com"), ["widgets v1"]);
  assertEquals(named("nodes", "events"), ["nodes v1", "events v1"]);
});

Deno.test("a name that no type has, and a second type of one plural name, are left out", () => {
  assertEquals(chooseTypes(LISTED, ["gadgets"]).unknown, ["gadgets"]);
  const { chosen, left } = chooseTypes(LISTED, ["widgets", "widgets.v1.example.com"]);
  assertEquals([chosen.length, left.length], [1, 1]);
});

Deno.test("group versions come from both discovery documents", () => {
  const versions = groupVersionsOf({ versions: ["v1"] }, {
    groups: [{
      name: "example.com",
      versions: [{ version: "v1" }, { version: "v2" }],
      preferredVersion: { version: "v2" },
    }],
  });
  assertEquals(versions.map(({ preferred }) => preferred), [true, false, true]);
  assertEquals(groupVersionsOf(undefined, { groups: null }), []);
});

Deno.test("examples are read from documents and lists, with a placeholder for their name", () => {
  const examples = parseExamples(`
apiVersion: v1
kind: ConfigMap
metadata: { name: one }
data: { owner: one, text: one two }
status: { phase: old }
---
apiVersion: v1
kind: List
items:
- { apiVersion: example.com/v1, kind: Widget, metadata: { name: w }, spec: { selector: { app: w } } }
`);
  assertEquals(examples, [
    { apiVersion: "v1", kind: "ConfigMap", fields: { data: { owner: "{name}", text: "one two" } } },
    {
      apiVersion: "example.com/v1",
      kind: "Widget",
      fields: { spec: { selector: { app: "{name}" } } },
    },
  ]);
});
