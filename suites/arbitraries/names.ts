/**
 * Names and label texts as the kinds' rules allow them, and such as they forbid.
 *
 * @module
 */
import fc from "fast-check";

/** A kind's rule for names. */
export type NameRule = "subdomain" | "path segment";

/** The rule of a resource type: roles and bindings may be named as their users like. */
export function nameRuleOf(resource: string): NameRule {
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

/** What may follow a scope's own prefix in a name, under a rule. */
export function nameEnding(rule: NameRule): fc.Arbitrary<string> {
  const label = fc.tuple(text(lowerCase, 1, 3), text(`${lowerCase}-`, 0, 6), text(lowerCase, 1, 1))
    .map((parts) => parts.join(""));
  const subdomain = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(label, { minLength: 1, maxLength: 3 }).map((all) => all.join(".")),
    },
    // As long as a name may be, the prefix of a scope being much shorter than what is cut away.
    { weight: 1, arbitrary: fc.constant("x".repeat(190)) },
  );
  if (rule === "subdomain") return subdomain;
  return fc.oneof(
    subdomain,
    text(`${lowerCase}ABZ:_.-@+ ~é`, 1, 12).filter((each) => each.trim() !== ""),
  );
}

/** What makes a name invalid under a rule, wherever it follows a scope's own prefix. */
export function invalidNameEnding(rule: NameRule): fc.Arbitrary<string> {
  const everywhere = ["a/b", "a%b", "/", "%"];
  const subdomain = ["a_b", "A", "a b", "-", ".", "a..b", "a.-b", "a:b", "é", "x".repeat(254)];
  return fc.constantFrom(...everywhere, ...rule === "subdomain" ? subdomain : []);
}

const alphanumeric = "aZ09";

/** The text of a label value or of a key's name part. */
function word(most: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(text(alphanumeric, 1, 2), text(`${alphanumeric}-_.`, 0, 5), text(alphanumeric, 1, 1))
      .map((parts) => parts.join("")),
    fc.constant("x".repeat(most)),
  );
}

/** A key of labels and annotations: with a prefix or without. */
export function metadataKey(): fc.Arbitrary<string> {
  const prefix = fc.constantFrom("", "plumbline.example/", "a.b-c.example/");
  return fc.tuple(prefix, word(63)).map(([prefix, name]) => `${prefix}${name}`);
}

/** A valid label value, the empty one among them. */
export function labelValue(): fc.Arbitrary<string> {
  return fc.oneof({ weight: 5, arbitrary: word(63) }, { weight: 1, arbitrary: fc.constant("") });
}

/** Any character: fast-check's own unit for them takes a second to look up what it may be made of. */
function character(): fc.Arbitrary<string> {
  return fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
}

/** Any text an annotation may hold. */
export function annotationValue(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: character(), maxLength: 20 }).map((each) => each.toWellFormed()),
    fc.constantFrom("", " ", "null", "{}", '"', "\\", "\n", "日本", "1e3", "true", "<&>"),
  );
}

/** Keys no label or annotation may have. */
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

/** Values no label may have. */
export const INVALID_LABEL_VALUES = ["-a", "a-", "a b", "a/b", "é", ".", "v".repeat(64)] as const;
