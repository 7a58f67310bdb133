/**
 * Dialects: the suffix of API groups that differs between servers.
 *
 * @module
 */

/** The names of the dialects. */
export type DialectName = "svc" | "kubernetes";

/** The names that differ between dialects. */
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
