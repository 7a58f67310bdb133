/**
 * The policy of a page that is one file.
 *
 * @module
 */
import { createHash } from "node:crypto";

/** Nothing is loaded, sent or run but the two parts whose sums these are. */
export function policyOf({ style, script }: { style: string; script: string }): string {
  return [
    "default-src 'none'",
    `style-src '${sumOf(style)}'`,
    `script-src '${sumOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sumOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
