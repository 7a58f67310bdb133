/**
 * Writes a kind as a module that defines the resource.
 *
 * @module
 */
import type { ReadKind } from "./read_kind.ts";

/** Returns the text of the module. `deno fmt` gives it the usual form. */
export function moduleText({ options, leftOut }: ReadKind): string {
  const { group, version, kind, plural } = options;
  const from = `${group ? `${group}/` : ""}${version}`;
  return `/**
 * The resource ${kind} of ${from}, as a server describes it. Left out:
 *
${leftOut.map((sentence) => ` * - ${sentence}`).join("\n")}
 *
 * @module
 */
import { defineResource } from "@plumbline/plumbline/server";

/** The resource \`${plural}\`. */
export const ${plural} = defineResource(${text(options)});
`;
}

/** Returns a value as an expression: keys without quotes where they need none. */
const text = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
