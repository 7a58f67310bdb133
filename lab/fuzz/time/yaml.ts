/**
 * Bodies in YAML.
 *
 * @module
 */
import { creates, type Growing, grown, type Probe } from "./probe.ts";

/** What follows the metadata of a ConfigMap. */
const DATA: Readonly<Record<string, Growing>> = {
  "keys": `data:\n‹  k@: ""\n›`,
  "items": `u:\n‹- a\n›`,
  "anchors": `u:\n‹- &a@ b\n›`,
  "aliases": `u:\n- &a b\n‹- *a\n›`,
  "aliases of a mapping": `u:\n- &a {b: c}\n‹- *a\n›`,
  "merge keys": (size) => `x: &a {${grown("«k@: 1»", 100)}}\nu:\n${grown("‹- <<: *a\n›", size)}`,
  "merges in one mapping": `x: &a {k: 1}\nu:\n‹  <<: *a\n›`,
  "levels of aliases": (size) =>
    `a0: &a0 [x]\n` +
    Array.from({ length: size }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join(
      "",
    ),
  "flow items": `u: [«a»]`,
  "nested flow lists": `u: ‹[›‹]›`,
  "open flow lists": `u: ‹[›`,
  "nested block lists": `u:\n‹- ›a`,
  "comments": `data: {}\n‹# a\n›`,
  "empty lines": `data: {}‹\n›a: b`,
  "documents": `‹---\na: b\n›`,
  "a block scalar": `data:\n  a: |\n‹    x\n›`,
  "a folded scalar": `data:\n  a: >\n‹    x\n›`,
  "a plain scalar": `data:\n  a: ‹x ›`,
  "a plain scalar of many lines": `data:\n  a:\n‹    x\n›`,
  "a quoted scalar": `data:\n  a: "‹\\n›"`,
  "directives": `‹%TAG !a@! b\n›---\na: b`,
  "tags": `u:\n‹- !!str a\n›`,
  "errors": `u:\n‹- [a: b: c}\n›`,
  "complex keys": `u:\n‹  ? k@\n  : v\n›`,
  "duplicate keys": `data:\n‹  a: ""\n›`,
};

const HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: probe\n";

/** Bodies in YAML. */
export const YAML_PROBES: readonly Probe[] = creates(
  "YAML",
  "/api/v1/namespaces/default/configmaps",
  Object.fromEntries(
    Object.entries(DATA).map(([name, data]) => [name, (size) => `${HEAD}${grown(data, size)}\n`]),
  ),
  "application/yaml",
);
