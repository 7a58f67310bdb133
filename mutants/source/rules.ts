/**
 * Rules: parts of the server's sources whose effects no check can judge, for one reason. A survivor
 * there needs no further reason; a single mutant has a line in `marks.jsonl`.
 *
 * @module
 */
import type { Instrumenter } from "@stryker-mutator/instrumenter";
import { RULES } from "./rule_list.ts";
import type { Rule } from "./rule.ts";
import type { SourceMutant } from "./source_mutant.ts";

/** A position in a file: the line from 0, and the column. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of a file. */
interface Region {
  readonly rule: Rule;
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

/** What the instrumenter calls for every node of the syntax tree. */
type Ignorer = Parameters<Instrumenter["instrument"]>[1]["ignorers"][number];

/** A node of the syntax tree, as far as rules need it; the instrumenter exports no types of it. */
interface SyntaxNode {
  readonly type: string;
  readonly loc?: { readonly start: Position; readonly end: Position } | null;
  readonly id?: SyntaxNode | null;
  readonly key?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly name?: string;
}

/** A node and its place in the tree. */
interface Path {
  readonly node: SyntaxNode;
  readonly parentPath: Path | null;
  /** The list that it is an element of. */
  readonly listKey?: string;
  /** Its index in the list. */
  readonly key: string | number | null;
}

/** Finds the parts of the sources that rules name, while the instrumenter reads them. */
export class RuledRegions {
  readonly #files: readonly string[];
  readonly #rules: readonly Rule[];
  readonly #regions: Region[] = [];
  #file = -1;

  /**
   * @param files the names of the files, in the order in which they are read
   */
  constructor(files: readonly string[], rules: readonly Rule[]) {
    this.#files = files;
    this.#rules = rules;
  }

  /** Ignores nothing: it is called for every node, and remembers those that a rule names. */
  readonly ignorer: Ignorer = {
    shouldIgnore: (path) => this.#visit(path as unknown as Path),
  };

  #visit(path: Path): undefined {
    const { loc, type } = path.node;
    const isFile = type === "Program";
    if (isFile) this.#file++;
    const file = this.#files[this.#file];
    if (file === undefined || !loc) return;
    for (const rule of this.#rules) {
      if (!matches(rule.file, file)) continue;
      const isPart = rule.within?.some((name) => isNamed(path, name)) ?? isFile;
      if (!isPart) continue;
      const [start, end] = [loc.start, loc.end]
        .map(({ line, column }): Position => ({ line: line - 1, column }));
      this.#regions.push({ rule, file, start: start!, end: end! });
    }
  }

  /** Returns the rule of a change, if one names its place. */
  ruleOf(file: string, start: Position, end: Position): Rule | undefined {
    return this.#regions.find((region) =>
      region.file === file && !isBefore(start, region.start) && !isBefore(region.end, end)
    )?.rule;
  }
}

/** Returns the rules that name no mutant. */
export function staleRules(
  mutants: readonly SourceMutant[],
  rules: readonly Rule[] = RULES,
): Rule[] {
  const used = new Set(mutants.map(({ rule }) => rule));
  return rules.filter((rule) => !used.has(rule));
}

const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.column < b.column);

function matches(pattern: string, file: string): boolean {
  if (!pattern.includes("*")) return pattern === file;
  return new RegExp(`^${RegExp.escape(pattern).replaceAll("\\*", "[^/]*")}$`).test(file);
}

function isNamed(path: Path, name: string): boolean {
  const parts = name.split(".");
  const last = parts.pop()!;
  const [, called, index] = /^(\w+)\((\d)\)$/.exec(last) ?? [];
  const isLast = called === undefined
    ? nameOf(path.node) === last
    : path.listKey === "arguments" && path.key === Number(index) &&
      path.parentPath?.node.callee?.name === called;
  if (!isLast) return false;
  for (let at = path.parentPath; at !== null && parts.length > 0; at = at.parentPath) {
    if (nameOf(at.node) === parts.at(-1)) parts.pop();
  }
  return parts.length === 0;
}

/** Returns the name that a function, method, class, variable or property has in the source. */
function nameOf({ type, id, key }: SyntaxNode): string | undefined {
  switch (type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "VariableDeclarator":
      return id?.name;
    case "ClassMethod":
    case "ClassProperty":
    case "ObjectMethod":
    case "ObjectProperty":
      return key?.name;
    case "ClassPrivateMethod":
    case "ClassPrivateProperty":
      return `#${key?.id?.name}`;
    default:
      return undefined;
  }
}
