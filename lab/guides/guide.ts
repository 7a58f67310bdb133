/**
 * Reads the guide of a helper: the files that it writes and the commands that it runs, in order.
 *
 * @module
 */

/** A step of a guide. */
export type GuideStep =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "run"; readonly script: string };

/** A guide, which begins in an empty folder. */
export interface Guide {
  readonly title: string;
  readonly steps: readonly GuideStep[];
}

/** A heading, a line that names a file, or a block of code. */
const PART = /^#{1,2} ([^\n]+)$|^`([^`\n]+)`:$|^```(\w+)[^\n]*\n(.*?)^```$/gms;

/** Returns the guides of a document: each heading before a block of code begins one. */
export function guidesIn(markdown: string): readonly Guide[] {
  const guides: { title: string; steps: GuideStep[] }[] = [];
  let path: string | undefined;
  for (const [, title, named, language, text = ""] of markdown.matchAll(PART)) {
    if (title !== undefined) guides.push({ title, steps: [] });
    else if (named !== undefined) path = named;
    else if (language === "sh") guides.at(-1)?.steps.push({ kind: "run", script: text });
    else if (path !== undefined) {
      guides.at(-1)?.steps.push({ kind: "write", path, text });
      path = undefined;
    }
  }
  return guides.filter(({ steps }) => steps.length > 0);
}
