import { assertEquals } from "@std/assert";
import { CollectionProofs } from "./collection_proofs.ts";

const secrets = (namespace: string) => `/api/v1/namespaces/${namespace}/secrets`;

/** Returns how many of so many deletions suffice in a row, before one is to be verified. */
const sufficient = (proofs: CollectionProofs, collection: string, most = 20) => {
  let number = 0;
  while (number < most && proofs.suffice(collection)) number++;
  return number;
};

Deno.test("three verified deletions suffice for seven more, in any namespace", () => {
  const proofs = new CollectionProofs();
  for (const namespace of ["a", "b"]) proofs.add(secrets(namespace), true);
  assertEquals(sufficient(proofs, secrets("c")), 0);
  proofs.add(secrets("c"), true);
  assertEquals(sufficient(proofs, secrets("d")), 7);
  proofs.add(secrets("d"), true);
  assertEquals(sufficient(proofs, secrets("e")), 7);
});

Deno.test("a deletion that left something is followed by verified ones alone", () => {
  const proofs = new CollectionProofs();
  for (let count = 0; count < 5; count++) proofs.add(secrets("a"), true);
  proofs.add(secrets("a"), false);
  for (let count = 0; count < 5; count++) proofs.add(secrets("a"), true);
  assertEquals(sufficient(proofs, secrets("a")), 0);
});

Deno.test("what one type proves says nothing of another", () => {
  const proofs = new CollectionProofs();
  for (let count = 0; count < 5; count++) proofs.add(secrets("a"), true);
  assertEquals(sufficient(proofs, "/api/v1/namespaces/a/configmaps"), 0);
});
