/**
 * The functions that real servers add to CEL: lists, strings, regular expressions, URLs, quantities.
 *
 * @module
 */
import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import { findAll, goPattern } from "./go_pattern.ts";
import { extendHas } from "./has_macro.ts";
import { metered, type MeteredExpression } from "./meter.ts";

/** A URL in an expression. */
class Url {
  readonly url: URL;
  readonly text: string;
  constructor(text: string) {
    if (!/^\/|^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text)) throw new Error(`URL parse error: ${text}`);
    this.text = text;
    this.url = new URL(text, "none://");
  }
}

/** A quantity of a resource in an expression, such as `100m` or `1Gi`. */
class Quantity {
  readonly value: number;
  constructor(text: string) {
    const match = QUANTITY.exec(text);
    if (!match) {
      throw new Error(`quantities must match the regular expression '${QUANTITY.source}'`);
    }
    const [, number = "", suffix = ""] = match;
    this.value = Number(number) * (SUFFIXES[suffix] ?? 10 ** Number(suffix.slice(1)));
  }
}

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))([numkKMGTPE]?i?|[eE][+-]?\d+)$/;
const SUFFIXES: Readonly<Record<string, number>> = {
  "": 1,
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};

type Plain = bigint | number | string | boolean | Date;

const isOrdered = (list: readonly Plain[]): boolean =>
  list.every((item, at) => at === 0 || list[at - 1]! <= item);

const least = (list: readonly Plain[], isLess: (left: Plain, right: Plain) => boolean): Plain => {
  if (list.length === 0) throw new Error("min or max of an empty list");
  return list.reduce((best, item) => isLess(item, best) ? item : best);
};

const same = (left: unknown, right: unknown): boolean =>
  left instanceof Date && right instanceof Date
    ? left.getTime() === right.getTime()
    : left === right;

const succeeds = (make: () => unknown): boolean => {
  try {
    make();
    return true;
  } catch {
    return false;
  }
};

/** The function that stands for `matches`, whose regular expressions of the library can backtrack. */
export const MATCHES = "__matches";

/** Returns an expression, whose evaluations have a limit. */
export function parseExpression(environment: Environment, text: string): MeteredExpression {
  const expression = environment.parse(text);
  extendHas(expression.ast);
  replaceMatches(expression.ast);
  return metered(expression);
}

function replaceMatches(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(replaceMatches);
  if (typeof node !== "object" || node === null || !("op" in node)) return;
  const { op, args } = node as ASTNode;
  if (op === "rcall" && Array.isArray(args) && args[0] === "matches") {
    (args as unknown[])[0] = MATCHES;
  }
  replaceMatches(args);
}

/** Returns an environment with all functions, without variables. */
export function celEnvironment(): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    unlistedVariablesAreDyn: false,
  });
  environment.registerType("kubernetes.URL", { ctor: Url, fields: {} });
  environment.registerType("kubernetes.Quantity", { ctor: Quantity, fields: {} });
  // deno-lint-ignore no-explicit-any -- the library calls functions with values of any type
  const functions: Record<string, (...values: any[]) => unknown> = {
    "list.isSorted(): bool": (list: Plain[]) => isOrdered(list),
    "list<int>.sum(): int": (list: bigint[]) => list.reduce((sum, item) => sum + item, 0n),
    "list<double>.sum(): double": (list: number[]) => list.reduce((sum, item) => sum + item, 0),
    "list<int>.min(): int": (list: Plain[]) => least(list, (left, right) => left < right),
    "list<int>.max(): int": (list: Plain[]) => least(list, (left, right) => left > right),
    "list<double>.min(): double": (list: Plain[]) => least(list, (left, right) => left < right),
    "list<double>.max(): double": (list: Plain[]) => least(list, (left, right) => left > right),
    "list<string>.min(): string": (list: Plain[]) => least(list, (left, right) => left < right),
    "list<string>.max(): string": (list: Plain[]) => least(list, (left, right) => left > right),
    "list.indexOf(dyn): int": (list: unknown[], item: unknown) =>
      BigInt(list.findIndex((one) => same(one, item))),
    "list.lastIndexOf(dyn): int": (list: unknown[], item: unknown) =>
      BigInt(list.findLastIndex((one) => same(one, item))),
    "string.charAt(int): string": (text: string, at: bigint) => [...text][Number(at)] ?? "",
    "string.replace(string, string): string": (text: string, from: string, to: string) =>
      text.replaceAll(from, () => to),
    "string.replace(string, string, int): string": replaceSome,
    "string.find(string): string": (text: string, pattern: string) =>
      findAll(pattern, text, 1)[0] ?? "",
    "string.findAll(string): list<string>": (text: string, pattern: string) =>
      findAll(pattern, text),
    "string.findAll(string, int): list<string>": (text: string, pattern: string, limit: bigint) =>
      findAll(pattern, text, limit < 0n ? Infinity : Number(limit)),
    [`string.${MATCHES}(string): bool`]: (text: string, pattern: string) =>
      goPattern(pattern).test(text),
    "url(string): kubernetes.URL": (text: string) => new Url(text),
    "isURL(string): bool": (text: string) => succeeds(() => new Url(text)),
    "kubernetes.URL.getScheme(): string": ({ url }: Url) =>
      url.protocol === "none:" ? "" : url.protocol.slice(0, -1),
    "kubernetes.URL.getHost(): string": ({ url }: Url) => url.host,
    "kubernetes.URL.getHostname(): string": ({ url }: Url) =>
      url.hostname.replace(/^\[(.*)\]$/, "$1"),
    "kubernetes.URL.getPort(): string": ({ url }: Url) => url.port,
    "kubernetes.URL.getEscapedPath(): string": ({ url, text }: Url) =>
      url.pathname === "/" && !/^[^:]+:\/\/[^/]*\/|^\//.test(text) ? "" : url.pathname,
    "kubernetes.URL.getQuery(): map<string, list<string>>": ({ url }: Url) =>
      new Map([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
    "quantity(string): kubernetes.Quantity": (text: string) => new Quantity(text),
    "isQuantity(string): bool": (text: string) => succeeds(() => new Quantity(text)),
    "kubernetes.Quantity.isGreaterThan(kubernetes.Quantity): bool": (a: Quantity, b: Quantity) =>
      a.value > b.value,
    "kubernetes.Quantity.isLessThan(kubernetes.Quantity): bool": (a: Quantity, b: Quantity) =>
      a.value < b.value,
    "kubernetes.Quantity.compareTo(kubernetes.Quantity): int": (a: Quantity, b: Quantity) =>
      BigInt(Math.sign(a.value - b.value)),
    "kubernetes.Quantity.isInteger(): bool": ({ value }: Quantity) => Number.isInteger(value),
    "kubernetes.Quantity.asInteger(): int": ({ value }: Quantity) => BigInt(value),
    "kubernetes.Quantity.asApproximateFloat(): double": ({ value }: Quantity) => value,
    "kubernetes.Quantity.sign(): int": ({ value }: Quantity) => BigInt(Math.sign(value)),
  };
  for (const [signature, handler] of Object.entries(functions)) {
    environment.registerFunction(signature, handler);
  }
  return environment;
}

function replaceSome(text: string, from: string, to: string, limit: bigint): string {
  if (limit < 0n) return text.replaceAll(from, () => to);
  let left = Number(limit);
  return text.replaceAll(from, (match) => left-- > 0 ? to : match);
}
