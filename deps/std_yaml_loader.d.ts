/** What decides how a plain or tagged scalar is understood. */
export interface ScalarType<T> {
  tag: string;
  kind: "scalar";
  resolve(data: string | null): boolean;
  construct(data: string): T;
}
/** A set of types. */
export interface LoaderSchema {
  readonly implicitTypes: readonly unknown[];
}
/** The schema of that name with further types, which are tried first. */
export declare function getSchema(
  name: "core" | "json" | "failsafe",
  types?: readonly ScalarType<unknown>[],
): LoaderSchema;
/** Reads documents from a text that ends with a line break. */
export declare class LoaderState {
  constructor(
    input: string,
    options: { schema: LoaderSchema; allowDuplicateKeys?: boolean },
  );
  /** Puts a pair into a mapping; called for every pair, in the order of the text. */
  storeMappingPair(
    result: Record<string, unknown>,
    overridableKeys: Set<string>,
    keyTag: string | null,
    keyNode: unknown,
    valueNode: unknown,
    startLine?: number,
    startPosition?: number,
  ): Record<string, unknown>;
  /** Puts the pairs of a mapping named by a merge key into another. */
  mergeMappings(
    destination: Record<string, unknown>,
    source: Record<string, unknown>,
    overridableKeys: Set<string>,
  ): void;
  readDocuments(options?: { singleDocument?: boolean }): Generator<unknown>;
}
