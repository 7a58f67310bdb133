import { assertEquals } from "@std/assert";
import { asClient, currentClient } from "./current_client.ts";

Deno.test("each of several concurrent clients has its name in all of its steps", async () => {
  const steps = async () => {
    const names = [currentClient()];
    await new Promise((resolve) => setTimeout(resolve, 1));
    names.push(currentClient());
    return names;
  };
  const all = await Promise.all([asClient("one", steps), asClient("two", steps), steps()]);
  assertEquals(all, [["one", "one"], ["two", "two"], [undefined, undefined]]);
});
