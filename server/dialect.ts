/**
 * The brand-bearing suffix of the specification, and the names derived from it.
 *
 * @module
 */

/** The names of the dialects. */
export type DialectName = "svc" | "kubernetes";

/**
 * What a dialect spells its own way, and the release whose kinds it names.
 *
 * @internal
 */
export interface Dialect {
  readonly name: DialectName;
  /** The suffix of group names: `svc.io` or `k8s.io`. */
  readonly suffix: string;
  /** The media type of the Protobuf form. */
  readonly protobuf: string;
  /** The release whose kinds and fields are served. @default {"1.26"} */
  readonly release?: `1.${number}`;
}

/** The dialects by name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  svc: { name: "svc", suffix: "svc.io", protobuf: "application/vnd.svc.protobuf" },
  kubernetes: {
    name: "kubernetes",
    suffix: "k8s.io",
    protobuf: "application/vnd.kubernetes.protobuf",
  },
};

/**
 * Returns a function that makes a value once for each dialect and release, which all servers of a
 * program share.
 */
export function perDialect<Value>(make: (dialect: Dialect) => Value): (dialect: Dialect) => Value {
  const made = new Map<string, Value>();
  return (dialect) => {
    const key = `${dialect.name} ${dialect.release}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(dialect);
    made.set(key, value);
    return value;
  };
}
