/** How a document is read. */
export interface ParseOptions {
  /** Which tags are understood. */
  schema?: "core" | "default" | "failsafe" | "json" | "extended";
  /** Let a later key overwrite an equal one instead of throwing. */
  allowDuplicateKeys?: boolean;
  /** Called with each warning. */
  onWarning?(error: Error): void;
}
/** How a value is written. */
export interface StringifyOptions {
  /** Columns of a nesting step. */
  indent?: number;
  /** Columns before text is folded, -1 for never. */
  lineWidth?: number;
  /** Leave out what YAML cannot say instead of throwing. */
  skipInvalid?: boolean;
  /** Sort the keys of maps. */
  sortKeys?: boolean;
}
/** Reads one YAML document; throws a SyntaxError that names the line. */
export declare function parse(content: string, options?: ParseOptions): unknown;
/** Writes a value as one YAML document. */
export declare function stringify(data: unknown, options?: StringifyOptions): string;
