/**
 * Points in time as bodies write them (RFC 3339) and as they are kept.
 *
 * @module
 */

const SYNTAX =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,](\d+))?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The same point in time in UTC, or undefined when the text is none.
 *
 * @param text for example `2020-01-01T02:00:00.5+02:00`
 * @param fractionDigits how many digits of the second's fraction are kept; the rest is cut off
 */
export function canonicalTime(text: string, fractionDigits: 0 | 6): string | undefined {
  const match = SYNTAX.exec(text);
  if (!match) return undefined;
  const [, year, month, day, , fraction = ""] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const seconds = new Date(text.replace(/[.,]\d+/, "")).toISOString().slice(0, 19);
  if (fractionDigits === 0) return `${seconds}Z`;
  return `${seconds}.${fraction.slice(0, fractionDigits).padEnd(fractionDigits, "0")}Z`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
