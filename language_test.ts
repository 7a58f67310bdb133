/**
 * The language of the project: the words of the Kubernetes API reference, in text that users read
 * (strings, Markdown) and in comments.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

/** Phrases that hide the noun or use an everyday verb in a sense of our own. */
const PHRASES = [
  "tell",
  "tells",
  "told",
  "telling",
  "somebody",
  "somebody else",
  "whoever",
  "who acts",
  "who asks",
  "what is there",
  "held to",
  "holds it to",
  "hold it to",
  "plumb line",
  "off true",
  "finding",
  "findings",
  "drawn",
  "draws",
  "cases a property",
  "so binding",
  "not told",
  "it lacks",
  "the interface",
  "way of a request",
  "seeded fault",
  "seeded faults",
];

const PATTERN = new RegExp(`(?<![\\w-])(${PHRASES.join("|")})(?![\\w-])`, "gi");

const ROOT = new URL(".", import.meta.url);

async function trackedFiles(): Promise<string[]> {
  const command = new Deno.Command("git", { args: ["ls-files", "-z"], cwd: ROOT });
  const { stdout } = await command.output();
  return new TextDecoder().decode(stdout).split("\0").filter((path) =>
    /\.(ts|js|md)$/.test(path) && path !== "language_test.ts"
  );
}

/** Returns the text that people read: strings and comments of code, all of Markdown but its code. */
function proseOf(path: string, text: string): string {
  if (path.endsWith(".md")) return text.replaceAll(/```[^]*?```|`[^`\n]*`/g, blank);
  const tokens =
    /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
  let prose = "";
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    prose += blank(text.slice(end, index)) + token;
    end = index + token.length;
  }
  return prose;
}

/** Keeps the lines of a text and nothing else. */
const blank = (text: string) => text.replaceAll(/[^\n]/g, "");

Deno.test("text that people read uses the words of the API reference", async () => {
  const found: string[] = [];
  for (const path of await trackedFiles()) {
    const text = await Deno.readTextFile(new URL(path, ROOT)).catch(() => "");
    for (const { 0: phrase, index } of proseOf(path, text).matchAll(PATTERN)) {
      const line = proseOf(path, text).slice(0, index).split("\n").length;
      found.push(`${path}:${line}: ${phrase}`);
    }
  }
  assertEquals(found, []);
});
