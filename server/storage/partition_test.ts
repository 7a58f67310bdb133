/**
 * The versions that a chain drops and keeps.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { keyOf, objectOf } from "@plumbline/stores/contract";
import { VersionChain } from "./partition.ts";

const KEY = keyOf("a", "x");

/** Returns a chain with versions at 2, 4 and 8 and deletions at 6 and 9. */
function exampleChain(): VersionChain {
  const chain = new VersionChain(KEY);
  for (const revision of [2, 4, 6, 8, 9]) {
    const object = objectOf(KEY, `${revision}`);
    const isDeleted = revision === 6 || revision === 9;
    chain.push({ key: KEY, revision, object, encodings: new Map() }, isDeleted);
  }
  return chain;
}

function revisionsAt(chain: VersionChain): (number | undefined)[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((revision) => chain.at(revision)?.revision);
}

const no = undefined;
const cases = [
  { before: 0, length: 5, visible: [no, 2, 2, 4, 4, no, no, 8, no, no] },
  { before: 2, length: 5, visible: [no, 2, 2, 4, 4, no, no, 8, no, no] },
  { before: 3, length: 5, visible: [no, 2, 2, 4, 4, no, no, 8, no, no] },
  { before: 4, length: 4, visible: [no, no, no, 4, 4, no, no, 8, no, no] },
  { before: 6, length: 2, visible: [no, no, no, no, no, no, no, 8, no, no] },
  { before: 8, length: 2, visible: [no, no, no, no, no, no, no, 8, no, no] },
  { before: 9, length: 0, visible: [no, no, no, no, no, no, no, no, no, no] },
];

for (const { before, length, visible } of cases) {
  Deno.test(`VersionChain.forgetBefore(${before}) keeps the versions visible from there on`, () => {
    const chain = exampleChain();
    chain.forgetBefore(before);
    assertEquals(revisionsAt(chain), visible);
    assertEquals(chain.length, length);
    assertEquals(chain.current(), undefined);
  });
}
