/**
 * Fills the columns of checks and mutants in the tables of `docs/statements/`.
 *
 * @module
 */

/** A check or a mutant, with the requirements that it covers or violates. */
export interface Covering {
  readonly id: string;
  readonly requirements: readonly string[];
}

/** What a table can name, by the heads of its columns. */
export type Columns = Readonly<Record<string, readonly Covering[]>>;

const ID = /`([a-z][a-z0-9-]*[./][a-z0-9-]+)`/g;

/** Number of ids that a cell gets if none of those that it names belongs there. */
const NAMED = 2;

/**
 * Returns the document with the cells of its tables filled: each id that belongs to a requirement
 * of the row stays, others go, and an empty cell gets the first that belong there. A cell with a
 * reason in words stays.
 *
 * @param text the document
 * @param columns the columns to fill
 */
export function fillStatements(text: string, columns: Columns): string {
  let heads: readonly string[] = [];
  return text.split("\n").map((line) => {
    if (!line.startsWith("|")) {
      heads = [];
      return line;
    }
    const cells = cellsOf(line);
    if (heads.length === 0) {
      heads = cells;
      return line;
    }
    const requirements = idsIn(cells[heads.indexOf("Requirement")] ?? "");
    if (requirements.length === 0) return line;
    const filled = cells.map((cell, index) => {
      const covering = columns[heads[index] ?? ""];
      return covering === undefined || hasReason(cell)
        ? cell
        : fillCell(cell, requirements, covering);
    });
    return `| ${filled.join(" | ")} |`;
  }).join("\n");
}

function fillCell(
  cell: string,
  requirements: readonly string[],
  covering: readonly Covering[],
): string {
  const belonging = covering.filter((each) =>
    each.requirements.some((id) => requirements.includes(id))
  )
    .map(({ id }) => id);
  const kept = idsIn(cell).filter((id) => belonging.includes(id));
  const named = kept.length > 0 ? kept : belonging.slice(0, NAMED);
  return named.map((id) => `\`${id}\``).join(", ");
}

const cellsOf = (line: string): string[] =>
  line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());

const idsIn = (cell: string): string[] => [...cell.matchAll(ID)].map(([, id]) => id!);

/** True if a cell has a sentence beside ids, or in place of them. */
const hasReason = (cell: string): boolean =>
  cell.replaceAll(/`[^`]*`/g, "").trim().split(/\s+/).length >= 4;
