/**
 * Tests for fields in CEL: `has(e.f)` takes a field of any expression, such as `has(self[0].f)`, and
 * only a field that the type has. The library takes fields of a variable only, and does not check
 * them.
 *
 * @module
 */
import type { ASTNode, Environment, ParseError, TypeError } from "@marcbachmann/cel-js";

/** What the library checks expressions with. */
interface Checker {
  check(node: ASTNode, context: unknown): unknown;
  createError(code: string, summary: string, node: ASTNode): Error;
  getType(name: "bool"): unknown;
}

/** A test for a field, as the library expands it. */
interface HasMacro {
  readonly args: readonly ASTNode[];
  /** The field, what it is a field of, and so on, up to an expression that is no field. */
  macroHasProps?: readonly ASTNode[];
  typeCheck(checker: Checker, macro: HasMacro, context: unknown): unknown;
}

/** The outcome of checking the types of an expression. */
export type Checked =
  | { readonly valid: true; readonly type: string }
  | { readonly valid: false; readonly error: ParseError | TypeError };

/**
 * Checks the syntax and the types of an expression.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { Environment } from "@marcbachmann/cel-js";
 * import { checkExpression } from "./has_macro.ts";
 *
 * const environment = new Environment().registerVariable("self", "list<map<string, string>>");
 * assertEquals(checkExpression(environment, "has(self[0].name)"), { valid: true, type: "bool" });
 * assertEquals(checkExpression(environment, "has(self[0])").valid, false);
 * ```
 */
export function checkExpression(environment: Environment, text: string): Checked {
  try {
    const parsed = environment.parse(text);
    extendHas(parsed.ast);
    return parsed.check() as Checked;
  } catch (error) {
    return { valid: false, error: error as ParseError };
  }
}

/** Lets the tests for fields in a parsed expression take fields of any expression. */
export function extendHas(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(extendHas);
  if (typeof node !== "object" || node === null || !("op" in node)) return;
  const { op, args, meta } = node as ASTNode & { readonly meta: { readonly macro?: HasMacro } };
  const isHas = op === "call" && Array.isArray(args) && args[0] === "has" && meta.macro;
  if (isHas) meta.macro.typeCheck = checkField;
  extendHas(args);
}

function checkField(checker: Checker, macro: HasMacro, context: unknown): unknown {
  const [field] = macro.args;
  if (field?.op !== ".") {
    throw checker.createError("invalid_macro_argument", "has() invalid argument", field!);
  }
  checker.check(field, context);
  const parts: ASTNode[] = [field];
  while (parts.at(-1)!.op === "." || parts.at(-1)!.op === ".?") {
    parts.push((parts.at(-1)!.args as readonly ASTNode[])[0]!);
  }
  macro.macroHasProps = parts;
  return checker.getType("bool");
}
