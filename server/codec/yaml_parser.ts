/**
 * Parses YAML text into JSON values, and reports duplicate fields.
 *
 * Scalars are read as by real servers, which is YAML 1.1 with additions of YAML 1.2: a plain `yes`,
 * `on` or `y` is true, `0644` and `0o644` are octal, a date is a string.
 *
 * @module
 */
import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  type ScalarTag,
  Schema,
  type YAMLMap,
} from "yaml";
import { ApiError, badRequest } from "../api_error.ts";
import type { Json } from "../object.ts";
import { type FieldPath, MAX_FINDINGS, type ParsedDocument } from "./json.ts";

/**
 * Parses one YAML document of a request.
 *
 * @param pause is awaited between the steps of a long text, so that other requests proceed
 * @throws {ApiError} BadRequest when the text is not YAML, more than one document, nested too deep, or
 *   grows too much by its aliases; RequestEntityTooLarge when it has more than 50,000 parts
 */
export async function readYamlText(
  original: string,
  pause: () => Promise<void>,
): Promise<ParsedDocument> {
  const text = checkedText(original);
  const lines = new LineCounter();
  const documents: Document.Parsed[] = [];
  for (const document of compose(text, lines, MAX_PARTS)) {
    if (document) documents.push(document);
    else await pause();
    if (documents.length > 1) break;
  }
  const [first, second] = documents;
  if (second) throw yamlError("expected a single document", lines.linePos(second.range[0]).line);
  return converted(first!, text.length, lines);
}

/**
 * Parses all YAML documents in a text of any length; a document without content is null.
 *
 * @throws {ApiError} BadRequest as {@linkcode readYamlText} does
 */
export function readYamlDocuments(original: string): readonly ParsedDocument[] {
  const text = checkedText(original);
  const lines = new LineCounter();
  return [...compose(text, lines, Infinity)].flatMap((document) =>
    document ? [converted(document, text.length, lines)] : []
  );
}

function checkedText(original: string): string {
  if (CONTROL.test(original)) throw yamlError("control characters are not allowed");
  return original.replaceAll(/\r\n?/g, "\n");
}

function converted(document: Document.Parsed, length: number, lines: LineCounter): ParsedDocument {
  const [problem = document.warnings[0]] = document.errors;
  if (problem) throw yamlError(problem.message, lines.linePos(problem.pos[0]).line);
  const converter = new Converter(length, lines);
  try {
    const value = converter.convert(document.contents);
    return { value, duplicates: converter.duplicates.slice(0, MAX_FINDINGS), decimals: [] };
  } catch (error) {
    // A mapping that merges itself exhausts the stack.
    if (error instanceof RangeError) throw yamlError("document contains excessive aliasing");
    throw error;
  }
}

// deno-lint-ignore no-control-regex -- YAML 1.2 section 5.1 allows no others
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The deepest nesting. The composer is recursive: about 950 levels exhaust its stack. */
const MAX_NESTING = 500;

/** The most tokens that may be open at a time: each level of nesting opens two at most. */
const MAX_OPEN_TOKENS = 2 * MAX_NESTING + 10;

/**
 * The most parts of a request: scalars, indicators, white space and line breaks, those within scalars
 * included. A line with a key and a value has about six, an alias counts as ten. YAML takes a hundred
 * times as long to parse as JSON.
 */
const MAX_PARTS = 50_000;

/**
 * The parts that an alias counts as. Its node takes ten times as long to make as that of a scalar, and
 * the nodes of a document are made in one step.
 */
const PARTS_OF_AN_ALIAS = 10;

/** The parts between two pauses. */
const PARTS_OF_A_STEP = 5_000;

const tooManyParts = () =>
  new ApiError(
    "RequestEntityTooLarge",
    `Request entity too large: the YAML has more than ${MAX_PARTS} parts (keys, values, ` +
      "indicators, line breaks); send JSON instead",
  );

/**
 * Yields the nodes of each document in a text, at least of one, and undefined where a long text can
 * be put aside. Unlike the package's own loop, it rejects deep nesting early.
 */
function* compose(
  text: string,
  lines: LineCounter,
  maxParts: number,
): Generator<Document.Parsed | undefined> {
  const composer = new Composer({ schema: SCHEMA, uniqueKeys: false });
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  let parts = 0;
  let step = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const count = lexeme.startsWith("*") ? PARTS_OF_AN_ALIAS : 1 + lineBreaksIn(lexeme);
    parts += count;
    step += count;
    if (parts > maxParts) throw tooManyParts();
    for (const token of parser.next(lexeme)) yield* composed(composer.next(token));
    if (parser.stack.length > MAX_OPEN_TOKENS) {
      throw yamlError(`exceeded max depth of ${MAX_NESTING}`);
    }
    if (step < PARTS_OF_A_STEP) continue;
    step = 0;
    yield undefined;
  }
  for (const token of parser.end()) yield* composed(composer.next(token));
  // The nodes of the last document are there, not yet their values.
  if (parts >= PARTS_OF_A_STEP) yield undefined;
  yield* composed(composer.end(true, text.length));
}

/** The composer yields what it has parsed, whatever its type says. */
const composed = (documents: Generator<Document>) => documents as Generator<Document.Parsed>;

function lineBreaksIn(lexeme: string): number {
  let count = 0;
  for (let at = lexeme.indexOf("\n"); at >= 0; at = lexeme.indexOf("\n", at + 1)) count++;
  // A line break by itself is a part already.
  return lexeme === "\n" ? 0 : count;
}

function yamlError(message: string, line?: number): ApiError {
  const where = line === undefined ? "" : `line ${line}: `;
  return badRequest(`error converting YAML to JSON: yaml: ${where}${message}`);
}

/** The number of values and characters that aliases may add to a document. */
const GROWTH_BY_ALIASES = 100_000;

/** Converts the nodes of a document to JSON; a node with aliases is converted once for each. */
class Converter {
  /** The duplicate fields, in the order of the document. */
  readonly duplicates: FieldPath[] = [];
  readonly #lines: LineCounter;
  readonly #anchors = new Map<string, Node>();
  readonly #path: (string | number)[] = [];
  /** Without aliases, a value is never larger than twice its text. */
  #budget: number;
  #aliases = 0;

  constructor(length: number, lines: LineCounter) {
    this.#budget = 2 * length + GROWTH_BY_ALIASES;
    this.#lines = lines;
  }

  convert(node: unknown): Json {
    this.#spend(1);
    if (isScalar(node)) return this.#scalar(node);
    if (isAlias(node)) return this.#expand(node, (target) => this.convert(target));
    if (!isSeq(node) && !isMap(node)) return null;
    this.#register(node);
    if (this.#path.length >= MAX_NESTING) throw yamlError(`exceeded max depth of ${MAX_NESTING}`);
    if (isSeq(node)) return node.items.map((item, at) => this.#at(at, item));
    return Object.fromEntries(this.#entries(node));
  }

  #at(step: string | number, node: unknown): Json {
    this.#path.push(step);
    const value = this.convert(node);
    this.#path.pop();
    return value;
  }

  #scalar(node: Scalar): Json {
    this.#register(node);
    const { value } = node;
    if (typeof value === "string") this.#spend(value.length);
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw this.#error(node, `json: unsupported value: ${value}`);
    }
    return value as Json;
  }

  #register(node: Node): void {
    // Within an alias the anchors have been registered already, and may be redefined since.
    if (node.anchor !== undefined && this.#aliases === 0) this.#anchors.set(node.anchor, node);
  }

  #expand<T>(alias: Alias, use: (target: Node) => T): T {
    const target = this.#anchors.get(alias.source);
    if (!target) throw this.#error(alias, `unknown anchor '${alias.source}' referenced`);
    this.#aliases++;
    const result = use(target);
    this.#aliases--;
    return result;
  }

  /** Returns the fields of a mapping, and records its duplicates before those of nested values. */
  #entries(map: YAMLMap): Map<string, Json> {
    const entries = new Map<string, Json>();
    const merged = new Set<string>();
    const doubled = new Set<string>();
    const inner = new Map<string, FieldPath[]>();
    for (const pair of map.items) {
      if (isMergeKey(pair.key)) {
        this.#merge(pair.value, (key, value) => {
          if (entries.has(key)) return;
          entries.set(key, value);
          merged.add(key);
        });
        continue;
      }
      const key = this.#key(pair.key);
      if (entries.has(key) && !merged.delete(key)) doubled.add(key);
      const before = this.duplicates.length;
      entries.set(key, this.#at(key, pair.value));
      if (this.duplicates.length > before) inner.set(key, this.duplicates.splice(before));
    }
    if (doubled.size + inner.size > 0) {
      for (const key of entries.keys()) {
        if (doubled.has(key)) this.duplicates.push([...this.#path, key]);
        this.duplicates.push(...inner.get(key) ?? []);
      }
    }
    return entries;
  }

  #key(node: unknown): string {
    if (isAlias(node)) return this.#expand(node, (target) => this.#key(target));
    if (!isScalar(node) || node.value === null) {
      throw this.#error(node as Node | null, "a key of a mapping must be a scalar other than null");
    }
    this.#register(node);
    const key = String(node.value);
    this.#spend(key.length);
    return key;
  }

  /** Adds the fields of a mapping, or of several, at a merge key. */
  #merge(source: unknown, add: (key: string, value: Json) => void): void {
    if (isAlias(source)) return this.#expand(source, (target) => this.#merge(target, add));
    if (isMap(source)) {
      this.#register(source);
      this.#spend(source.items.length);
      for (const [key, value] of this.#entries(source)) add(key, value);
    } else if (isSeq(source)) {
      this.#register(source);
      for (const item of source.items) this.#merge(item, add);
    } else {
      throw this.#error(
        source as Node | null,
        "map merge requires map or sequence of maps as the value",
      );
    }
  }

  #error(node: Node | null, message: string): ApiError {
    const [start] = node?.range ?? [];
    return yamlError(message, start === undefined ? undefined : this.#lines.linePos(start).line);
  }

  #spend(amount: number): void {
    this.#budget -= amount;
    if (this.#budget < 0) throw yamlError("document contains excessive aliasing");
  }
}

/** A plain `<<`; quoted it is an ordinary key. */
const isMergeKey = (key: unknown): boolean =>
  isScalar(key) && key.value === "<<" && key.type === "PLAIN";

/** Returns the tag of plain scalars that match a pattern. */
function scalarTag(
  type: "null" | "bool" | "int" | "float",
  test: RegExp,
  resolve: (text: string) => unknown,
): ScalarTag {
  return { tag: `tag:yaml.org,2002:${type}`, default: true, test, resolve };
}

/** Returns an integer in the base that its prefix gives. */
function integerOf(text: string): number {
  const [, sign, prefix, digits] = /^([-+]?)(0[box]?)(.*)$/.exec(text.replaceAll("_", ""))!;
  const base = prefix === "0x" ? 16 : prefix === "0b" ? 2 : 8;
  const value = Number.parseInt(digits!, base);
  return sign === "-" ? -value : value;
}

function floatOf(text: string): number {
  const lower = text.replaceAll("_", "").toLowerCase();
  if (lower.endsWith(".nan")) return NaN;
  if (lower.endsWith(".inf")) return lower.startsWith("-") ? -Infinity : Infinity;
  return Number.parseFloat(lower);
}

const TRUE = /^(?:y|yes|on|true)$/i;

/** The spellings of booleans: `yes`, `Yes` and `YES`, but not `yEs`. */
const BOOLEAN =
  /^(?:[yn]|[YN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|true|True|TRUE|false|False|FALSE)$/;

const INTEGER = /^[-+]?0(?:b_*[01][01_]*|x_*[0-9a-fA-F][0-9a-fA-F_]*|o?_*[0-7][0-7_]*)(?<!_)$/;

const FLOAT =
  /^(?:[-+]?(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))(?<!_)$/;

const SCHEMA = new Schema({
  schema: "failsafe",
  customTags: (tags) => [
    ...tags,
    scalarTag("null", /^(?:~|null|Null|NULL|)$/, () => null),
    scalarTag("bool", BOOLEAN, (text) => TRUE.test(text)),
    scalarTag("int", INTEGER, integerOf),
    scalarTag("float", FLOAT, floatOf),
  ],
  resolveKnownTags: false,
});
