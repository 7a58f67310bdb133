/**
 * Quantities such as `100m`, `1.5Gi` or `2e3`: numbers with a unit, of which each has one canonical
 * spelling (no fraction, the largest unit that allows it).
 *
 * @module
 */

/** How the unit of a quantity is spelled: `Ki`, `k` or `e3`. */
type Format = "binary" | "decimal" | "exponent";

interface Quantity {
  /** The number in units of 10⁻⁹, the smallest there is. */
  readonly nano: bigint;
  readonly format: Format;
}

const DECIMAL_UNITS: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY_UNITS = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

const NANO = 1_000_000_000n;
const SYNTAX =
  /^([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)([KMGTPE]i|[numkMGTPE]?|[eE]([+-]?[0-9]{1,3}))$/;

function parseQuantity(text: string): Quantity | undefined {
  const match = SYNTAX.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction, unit = "", exponent] = match;
  const digits = BigInt(`${whole}${fraction}`);
  const binary = BINARY_UNITS.indexOf(unit);
  const format = exponent !== undefined ? "exponent" : binary > 0 ? "binary" : "decimal";
  const power = 9 - fraction!.length + Number(exponent ?? DECIMAL_UNITS[unit] ?? 0);
  const scaled = format === "binary" ? digits << BigInt(10 * binary) : digits;
  const nano = power >= 0
    ? scaled * 10n ** BigInt(power)
    : dividedUp(scaled, 10n ** BigInt(-power));
  return { nano: sign === "-" ? -nano : nano, format };
}

/** Rounds away from zero: whoever asks for very little still gets something. */
function dividedUp(value: bigint, divisor: bigint): bigint {
  return value < 0n ? -dividedUp(-value, divisor) : (value + divisor - 1n) / divisor;
}

/**
 * The canonical spelling of a quantity, or undefined when the text is none.
 *
 * @param text the quantity
 * @param smallest the unit to which it is rounded up, as a power of ten
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { canonicalQuantity } from "./quantity.ts";
 *
 * assertEquals(canonicalQuantity("0.5"), "500m");
 * assertEquals(canonicalQuantity("1.5Gi"), "1536Mi");
 * ```
 */
export function canonicalQuantity(text: string, smallest: -9 | -3 = -9): string | undefined {
  const quantity = parseQuantity(text);
  if (!quantity) return undefined;
  const step = 10n ** BigInt(9 + smallest);
  const nano = dividedUp(quantity.nano, step) * step;
  if (nano === 0n) return "0";
  const large = nano <= -1024n * NANO || nano >= 1024n * NANO;
  if (quantity.format === "binary" && large) return spellBinary(dividedUp(nano, NANO));
  return spellDecimal(nano, quantity.format);
}

function spellBinary(value: bigint): string {
  let unit = 0;
  while (value % 1024n === 0n && unit < BINARY_UNITS.length - 1) {
    value /= 1024n;
    unit++;
  }
  return `${value}${BINARY_UNITS[unit]}`;
}

function spellDecimal(nano: bigint, format: Format): string {
  let value = nano;
  let power = -9;
  while (value % 1000n === 0n && (power < 18 || format === "exponent")) {
    value /= 1000n;
    power += 3;
  }
  if (format === "exponent") return power === 0 ? `${value}` : `${value}e${power}`;
  const unit = Object.keys(DECIMAL_UNITS).find((name) => DECIMAL_UNITS[name] === power);
  return `${value}${unit}`;
}
