/**
 * Reads XML with a strict parser that knows nothing of the renderers.
 *
 * @module
 */
import { SaxesParser } from "saxes";

/** A parsed element. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads a document and returns its root; throws for anything that is not well-formed. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser();
  const document: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [document];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (words) => {
    open.at(-1)!.text += words;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return document.children[0]!;
}

/** Returns the text of an element without that of its children. */
export function textOf(element: XmlElement): string {
  return element.text;
}
