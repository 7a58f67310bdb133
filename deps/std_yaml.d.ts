/** Options of `parse`. */
export interface ParseOptions {
  /** The supported tags. */
  schema?: "core" | "default" | "failsafe" | "json" | "extended";
  /** True if a later key overwrites an equal one; otherwise it is an error. */
  allowDuplicateKeys?: boolean;
  /** Called with each warning. */
  onWarning?(error: Error): void;
}
/** Options of `stringify`. */
export interface StringifyOptions {
  /** Indentation per level in columns. */
  indent?: number;
  /** Columns before text is folded, -1 for never. */
  lineWidth?: number;
  /** True to omit values that YAML cannot represent; otherwise they are an error. */
  skipInvalid?: boolean;
  /** Sort the keys of maps. */
  sortKeys?: boolean;
}
/** Reads one YAML document; throws a SyntaxError that names the line. */
export declare function parse(content: string, options?: ParseOptions): unknown;
/** Reads every document of a YAML stream; throws a SyntaxError that names the line. */
export declare function parseAll(content: string, options?: ParseOptions): unknown[];
/** Writes a value as one YAML document. */
export declare function stringify(data: unknown, options?: StringifyOptions): string;
