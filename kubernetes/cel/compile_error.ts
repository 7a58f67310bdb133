/**
 * Reports errors of expressions in CEL as real servers do: with the place, and the words of their
 * library.
 *
 * @module
 */
import type { ASTNode, ParseError, TypeError } from "@marcbachmann/cel-js";

/** Returns the text of an error in an expression. */
export function compileError(expression: string, error: ParseError | TypeError): string {
  const { code, summary } = error;
  const start = error.range?.start ?? 0;
  const node = error.node as ASTNode | undefined;
  const unknownFunction = /^found no matching overload for '(?:(.*)\.)?(\w+)\((.*)\)'$/.exec(
    summary,
  );
  if (code === "no_such_key") {
    return at(expression, start - 1, `undefined field '${summary.replace(/^.*: /, "")}'`);
  }
  if (code === "unknown_variable") {
    return at(expression, start, undeclared(summary.replace(/^.*: /, "")));
  }
  if (unknownFunction) {
    const [, , name = ""] = unknownFunction;
    const open = expression.indexOf(`${name}(`, start) + name.length;
    return at(expression, open, undeclared(name));
  }
  const overload = /^no such overload: (.*) (\S+) (.*)$/.exec(summary);
  if (overload && node && Array.isArray(node.args)) {
    const [, left, operator, right] = overload;
    const [first] = node.args as readonly ASTNode[];
    const from = first?.range?.end ?? start;
    const place = expression.indexOf(operator!, from);
    const function_ = operator === "in" ? "@in" : `_${operator}_`;
    return at(
      expression,
      place,
      `found no matching overload for '${function_}' applied to '(${left}, ${right})'`,
    );
  }
  const syntax = code === "unexpected_token" ? "Syntax error: " : "";
  return at(expression, start, `${syntax}${summary}`);
}

const undeclared = (name: string) => `undeclared reference to '${name}' (in container '')`;

/** Returns an error with its line, and a caret below the place. */
function at(expression: string, offset: number, message: string): string {
  const before = expression.slice(0, offset).split("\n");
  const [line, column] = [before.length, before.at(-1)!.length];
  const shown = expression.split("\n")[line - 1] ?? "";
  return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${shown}\n | ${".".repeat(column)}^`;
}
