import { assertEquals } from "@std/assert";
import { isLatest } from "./image_tag.ts";

Deno.test("an image without tag and digest, or with the tag latest, is the latest", () => {
  const digest = `sha256:${"0".repeat(64)}`;
  for (
    const image of ["nginx", "nginx:latest", "team/app", "h.example:5000/a/b", `a:latest@${digest}`]
  ) {
    assertEquals(isLatest(image), true, image);
  }
  for (const image of ["nginx:1", `nginx@${digest}`, "h:5000/a:1.2-x", "", "Nginx", "a b", "a:"]) {
    assertEquals(isLatest(image), false, image);
  }
});
