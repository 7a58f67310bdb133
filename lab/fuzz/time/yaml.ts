/**
 * Bodies in YAML.
 *
 * @module
 */
import { joined, type Probe } from "./probe.ts";

const yaml = (name: string, dataOf: (size: number) => string): Probe => ({
  name: `YAML: ${name}`,
  request: (size) => ({
    method: "POST",
    path: "/api/v1/namespaces/default/configmaps",
    type: "application/yaml",
    body: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: probe\n${dataOf(size)}\n`,
  }),
});

/** Bodies in YAML. */
export const YAML_PROBES: readonly Probe[] = [
  yaml("keys", (size) => `data:\n${joined(size, (at) => `  k${at}: ""`, "\n")}`),
  yaml("items", (size) => `u:\n${joined(size, () => "- a", "\n")}`),
  yaml("anchors", (size) => `u:\n${joined(size, (at) => `- &a${at} b`, "\n")}`),
  yaml("aliases", (size) => `u:\n- &a b\n${joined(size, () => "- *a", "\n")}`),
  yaml("aliases of a mapping", (size) => `u:\n- &a {b: c}\n${joined(size, () => "- *a", "\n")}`),
  yaml(
    "merge keys",
    (size) =>
      `x: &a {${joined(100, (at) => `k${at}: 1`, ", ")}}\nu:\n${
        joined(size, () => "- <<: *a", "\n")
      }`,
  ),
  yaml(
    "merges in one mapping",
    (size) => `x: &a {k: 1}\nu:\n${joined(size, () => "  <<: *a", "\n")}`,
  ),
  yaml(
    "levels of aliases",
    (size) =>
      `a0: &a0 [x]\n${joined(size, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`, "\n")}`,
  ),
  yaml("flow items", (size) => `u: [${joined(size, () => "a")}]`),
  yaml("nested flow lists", (size) => `u: ${"[".repeat(size)}${"]".repeat(size)}`),
  yaml("open flow lists", (size) => `u: ${"[".repeat(size)}`),
  yaml("nested block lists", (size) => `u:\n${"- ".repeat(size)}a`),
  yaml("comments", (size) => `data: {}\n${joined(size, () => "# a", "\n")}`),
  yaml("empty lines", (size) => `data: {}${"\n".repeat(size)}a: b`),
  yaml("documents", (size) => joined(size, () => "---\na: b", "\n")),
  yaml("a block scalar", (size) => `data:\n  a: |\n${joined(size, () => "    x", "\n")}`),
  yaml("a folded scalar", (size) => `data:\n  a: >\n${joined(size, () => "    x", "\n")}`),
  yaml("a plain scalar", (size) => `data:\n  a: ${"x ".repeat(size)}`),
  yaml(
    "a plain scalar of many lines",
    (size) => `data:\n  a:\n${joined(size, () => "    x", "\n")}`,
  ),
  yaml("a quoted scalar", (size) => `data:\n  a: "${"\\n".repeat(size)}"`),
  yaml("directives", (size) => `${joined(size, (at) => `%TAG !a${at}! b`, "\n")}\n---\na: b`),
  yaml("tags", (size) => `u:\n${joined(size, () => "- !!str a", "\n")}`),
  yaml("errors", (size) => `u:\n${joined(size, () => "- [a: b: c}", "\n")}`),
  yaml("complex keys", (size) => `u:\n${joined(size, (at) => `  ? k${at}\n  : v`, "\n")}`),
  yaml("duplicate keys", (size) => `data:\n${joined(size, () => `  a: ""`, "\n")}`),
];
