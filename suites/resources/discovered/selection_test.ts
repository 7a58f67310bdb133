import type { ServedType } from "../../client/contact.ts";
import { assertEquals } from "@std/assert";
import { groupVersionsOf, typesIn } from "./discovery.ts";
import { DIALECTS } from "../../client/dialect.ts";
import { collectionPath } from "../path.ts";
import { discoveredType } from "./discovered_type.ts";
import { nameFormOf } from "./name_form.ts";
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

const widgets = (version: string, preferred: boolean): ServedType[] =>
  typesIn({ group: "example.com", version, preferred }, {
    resources: [
      { name: "widgets", kind: "Widget", namespaced: false, verbs: VERBS },
      { name: "widgets/status", kind: "Widget", namespaced: false, verbs: ["get"] },
    ],
  });

const LISTED = [...CORE, ...widgets("v2", true), ...widgets("v1", false)];

Deno.test("all types are those that can be listed, in the preferred version, without risky ones", () => {
  const { chosen, left } = chooseTypes(LISTED, { names: "all" });
  const names = chosen.map(({ resource, version }) => `${resource} ${version}`);
  assertEquals(names, ["configmaps v1", "lists v1", "widgets v2"]);
  assertEquals(left.map(({ type }) => type.resource), ["events", "nodes"]);
  assertEquals(chosen[2]?.subresources, ["status"]);
});

Deno.test("a type that the preferred version of its group does not have is taken in another one", () => {
  const gadgets = (version: string): ServedType[] =>
    typesIn({ group: "example.com", version, preferred: false }, {
      resources: [{ name: "gadgets", kind: "Gadget", namespaced: false, verbs: VERBS }],
    });
  const { chosen } = chooseTypes([...LISTED, ...gadgets("v1"), ...gadgets("v1alpha1")], {
    names: "all",
  });
  const names = chosen.map(({ resource, version }) => `${resource} ${version}`);
  assertEquals(names, ["configmaps v1", "lists v1", "widgets v2", "gadgets v1"]);
});

Deno.test("a type is named with or without its group and version", () => {
  const named = (...names: string[]) =>
    chooseTypes(LISTED, { names }).chosen.map(({ resource, version }) => `${resource} ${version}`);
  assertEquals(named("widgets.example.com"), ["widgets v2"]);
  assertEquals(named("widgets.v1.example.com"), ["widgets v1"]);
  assertEquals(named("nodes", "events"), ["nodes v1", "events v1"]);
});

Deno.test("a name that no type has, and a second version of one type, are left out", () => {
  assertEquals(chooseTypes(LISTED, { names: ["gadgets"] }).unknown, ["gadgets"]);
  const { chosen, left } = chooseTypes(LISTED, {
    names: ["widgets", "widgets.v1.example.com"],
  });
  assertEquals([chosen.length, left.length], [1, 1]);
});

Deno.test("types without the verb list are left out with that reason, where all or they are asked for", () => {
  const operations = LISTED.filter(({ verbs }) => !verbs.includes("list"));
  const reason = "discovery does not list the verb list of it, only create";
  for (const names of ["all", ["bindings"]] as const) {
    const { chosen, left, unknown } = chooseTypes(operations, { names });
    assertEquals([chosen.length, unknown.length], [0, 0]);
    assertEquals(left.map((one) => [one.type.resource, one.reason]), [["bindings", reason]]);
  }
  assertEquals(chooseTypes(LISTED, { names: ["bindings"] }).unknown, []);
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
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "one",
      fields: { data: { owner: "{name}", text: "one two" } },
    },
    {
      apiVersion: "example.com/v1",
      kind: "Widget",
      name: "w",
      fields: { spec: { selector: { app: "{name}" } } },
    },
  ]);
});

Deno.test("an example of a risky type makes `all` take it", () => {
  const examples = parseExamples("{ apiVersion: v1, kind: Node, metadata: { name: n } }");
  const { chosen, left } = chooseTypes(LISTED, { names: "all", examples });
  assertEquals(chosen.map(({ resource }) => resource), ["configmaps", "nodes", "lists", "widgets"]);
  assertEquals(left.map(({ type }) => type.resource), ["events"]);
});

Deno.test("types of two groups may have the same plural name", () => {
  const others = typesIn({ group: "other.example", version: "v1", preferred: true }, {
    resources: [{ name: "widgets", kind: "Widget", namespaced: true, verbs: VERBS }],
  });
  const { chosen } = chooseTypes([...widgets("v2", true), ...others], { names: "all" });
  assertEquals(chosen.map(({ group }) => group), ["example.com", "other.example"]);
  const usable = discoveredType(chosen[1]!, {}, { isSecond: true });
  assertEquals(usable.resource, "widgets.other.example");
  assertEquals(
    collectionPath(usable, DIALECTS.svc, "one"),
    "/apis/other.example/v1/namespaces/one/widgets",
  );
});

Deno.test("the part of an example's name before its first dot is replaced wherever it occurs", () => {
  const [example] = parseExamples(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec: { group: example.com, names: { plural: widgets, kind: widgets, listKind: widgets-list } }
`);
  assertEquals(example?.fields, {
    spec: {
      group: "example.com",
      names: { plural: "{label}", kind: "{label}", listKind: "{label}-list" },
    },
  });
  const objectName = nameFormOf(example!.name!);
  const [widget] = widgets("v2", true);
  const type = discoveredType(widget!, example!.fields, { objectName });
  const name = type.objectName!("p1");
  assertEquals(name, "p1.example.com");
  assertEquals(type.body(DIALECTS.svc, 0, name), {
    spec: { group: "example.com", names: { plural: "p1", kind: "p1", listKind: "p1-list" } },
  });
});
