/**
 * Fills the marked places of a Markdown document.
 *
 * @module
 */

/** Marked places: in a line `<!--figure:NAME-->…<!--/-->`, or lines from one comment to the next. */
const IN_LINE = /<!--figure:([\w-]+)-->.*?<!--\/-->/gs;
const BLOCK = /^<!-- figures: (.+?) -->$.*?^<!-- end of figures -->$/gms;

/** Returns the text of a marked place, by its name. */
export type Figures = Readonly<Record<string, string | number>>;

/**
 * Returns the document with the figures of its marked places; what is outside of them stays.
 *
 * @param text the document
 * @param figures the texts by the names of the places
 * @throws {Error} if the document names a figure that does not exist
 */
export function fill(text: string, figures: Figures): string {
  const figure = (name: string) => {
    const value = figures[name];
    if (value === undefined) {
      const known = Object.keys(figures).join(", ");
      throw new Error(`Cannot fill the figure ${name} as there is none: the names are ${known}`);
    }
    return String(value);
  };
  return text
    .replaceAll(IN_LINE, (_, name) => `<!--figure:${name}-->${figure(name)}<!--/-->`)
    .replaceAll(
      BLOCK,
      (_, name) => `<!-- figures: ${name} -->\n\n${figure(name)}\n\n<!-- end of figures -->`,
    );
}

/** Returns a Markdown table; `deno fmt` aligns its columns. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
