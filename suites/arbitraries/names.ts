/**
 * Arbitraries of valid and invalid names, keys and label values.
 *
 * @module
 */
import fc from "fast-check";
import { RESOURCE_TYPES } from "../resources/mod.ts";

/** A rule for the names of a kind; `any` for names that every rule accepts or rejects. */
export type NameRule = "subdomain" | "path segment" | "any";

/**
 * Returns the name rule of a resource type: roles and bindings accept any path segment. The rules of
 * types that the specification does not describe are unknown.
 */
export function nameRuleOf(resource: string): NameRule {
  if (!RESOURCE_TYPES.some((type) => type.resource === resource)) return "any";
  return resource.includes("role") ? "path segment" : "subdomain";
}

const lowerCase = "abcz059";

function text(characters: string, least: number, most: number): fc.Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(...characters),
    minLength: least,
    maxLength: most,
    size: "max",
  });
}

/** Returns an arbitrary of valid name endings, to append to the prefix of a scope. */
export function nameEnding(rule: NameRule): fc.Arbitrary<string> {
  const label = fc.tuple(text(lowerCase, 1, 3), text(`${lowerCase}-`, 0, 6), text(lowerCase, 1, 1))
    .map((parts) => parts.join(""));
  if (rule === "any") return label;
  const subdomain = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(label, { minLength: 1, maxLength: 3 }).map((all) => all.join(".")),
    },
    // Close to the maximum length, with room for the prefix of a scope.
    { weight: 1, arbitrary: fc.constant("x".repeat(190)) },
  );
  if (rule === "subdomain") return subdomain;
  return fc.oneof(
    subdomain,
    text(`${lowerCase}ABZ:_.-@+ ~é`, 1, 12).filter((each) => each.trim() !== ""),
  );
}

/** Returns a valid name ending with each kind of character that the names of a rule may have. */
export function everyCharacter(rule: NameRule): string {
  if (rule === "any") return "9z-0";
  return rule === "subdomain" ? "9z.b-0" : "A:b_c.d@e+f ~g-é9";
}

/** Returns an arbitrary of endings that make a name invalid. */
export function invalidNameEnding(rule: NameRule): fc.Arbitrary<string> {
  const everywhere = ["a/b", "a%b", "/", "%"];
  const subdomain = ["a_b", "A", "a b", "-", ".", "a..b", "a.-b", "a:b", "é", "x".repeat(254)];
  return fc.constantFrom(...everywhere, ...rule === "subdomain" ? subdomain : []);
}

const alphanumeric = "aZ09";

/** Returns an arbitrary of label values and of the names in keys. */
function word(most: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(text(alphanumeric, 1, 2), text(`${alphanumeric}-_.`, 0, 5), text(alphanumeric, 1, 1))
      .map((parts) => parts.join("")),
    // The shortest and the longest.
    text(alphanumeric, 1, 1),
    fc.constant("x".repeat(most)),
  );
}

/** Returns an arbitrary of label and annotation keys, with and without a prefix. */
export function metadataKey(): fc.Arbitrary<string> {
  const prefix = fc.constantFrom("", "plumbline.example/", "a.b-c.example/", "a/");
  return fc.tuple(prefix, word(63)).map(([prefix, name]) => `${prefix}${name}`);
}

/** Returns an arbitrary of valid label values, including the empty one. */
export function labelValue(): fc.Arbitrary<string> {
  return fc.oneof({ weight: 5, arbitrary: word(63) }, { weight: 1, arbitrary: fc.constant("") });
}

/** Returns an arbitrary of characters: fast-check's takes a second to initialize. */
function character(): fc.Arbitrary<string> {
  return fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
}

/** Returns an arbitrary of annotation values: any text. */
export function annotationValue(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: character(), maxLength: 20 }).map((each) => each.toWellFormed()),
    fc.constantFrom("", " ", "null", "{}", '"', "\\", "\n", "日本", "1e3", "true", "<&>"),
    // Normalization would change them.
    fc.constantFrom("e\u0301", "\u212b"),
  );
}

/** Invalid keys of labels and annotations. */
export const INVALID_KEYS = [
  "-a",
  "a-",
  "a b",
  "a/b/c",
  "/a",
  "a/",
  "UPPER.example/a",
  "pre_fix/a",
  "é",
  "k".repeat(64),
  `${"p".repeat(254)}/a`,
] as const;

/** Invalid label values. */
export const INVALID_LABEL_VALUES = ["-a", "a-", "a b", "a/b", "é", ".", "v".repeat(64)] as const;
