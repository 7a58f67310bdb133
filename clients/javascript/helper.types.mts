import { type FaultRule, type Server, start } from "@plumbline/test";
import { test } from "@plumbline/test/deno";
import { usePlumbline } from "@plumbline/test/jest";

const other: Server = await start(["--tls"]);
const rule: FaultRule = {
  when: { verb: "update", resource: "deployments.apps" },
  effect: { kind: "refuse", code: 429, retryAfterSeconds: 1 },
};
const id: string = await other.fault(rule);
// @ts-expect-error -- there is no such code
await other.fault({ effect: { kind: "refuse", code: 404 } });
const plumbline: () => Server = usePlumbline();
export const urls: readonly string[] = [plumbline().url, id];
test("the fixture has a type", async ({ plumbline }) => {
  const faultId: string = await plumbline.fault({ effect: { kind: "conflict" } });
  // @ts-expect-error -- there is no such member
  plumbline.uri;
  await fetch(`${plumbline.url}/${faultId}`);
});
test.ignore("it is left out", () => {});
