/**
 * The brand-bearing suffix of the interface, as the suites spell it to a target.
 *
 * @module
 */

/** The names of the dialects. */
export type DialectName = "svc" | "kubernetes";

/** What a dialect spells its own way. */
export interface Dialect {
  /** The word that options use. */
  readonly name: DialectName;
  /** The suffix of group names. */
  readonly suffix: string;
}

/** The dialects by name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  svc: { name: "svc", suffix: "svc.io" },
  kubernetes: { name: "kubernetes", suffix: "k8s.io" },
};
