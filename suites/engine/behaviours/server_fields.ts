/**
 * Fields that a server sets in the texts of a failure: whole objects have all of them, right ones and wrong
 * ones.
 *
 * @module
 */

/** The names of fields that a server sets: each whole object has them. */
const OF_SERVER = /"(?:uid|resourceVersion|generation|\w+Timestamp|managedFields)":/g;

/** Those with a value that is no list. */
const WITH_VALUE = /"(?:uid|resourceVersion|generation|\w+Timestamp)":(?:"[^"]*"|null|\d+)/g;

/**
 * Returns what was expected and what was observed without the fields that a server sets: of what was
 * expected those that whole objects show alike, of what was observed all that a whole object has.
 */
export function withoutServerFields(expected: string, actual: string): readonly [string, string] {
  if (!actual.includes('"apiVersion":')) return [expected, actual];
  const shown = new Set(actual.match(WITH_VALUE));
  return [
    expected.replaceAll(WITH_VALUE, (field) => shown.has(field) ? "" : field),
    actual.replaceAll(OF_SERVER, ""),
  ];
}
