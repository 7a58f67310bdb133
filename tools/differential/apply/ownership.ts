/**
 * Sends generated histories of writes to two servers and compares what they answer: the reference
 * server, as a whole, beside a real one. The first history that differs is shrunk and printed.
 *
 * ```sh
 * deno run -A server/ownership_differential.ts https://localhost:17443 --ca ca.crt --token TOKEN \
 *   --kind deployment --runs 100 --seed 1
 * ```
 *
 * @module
 */
import { startServer } from "../../../server/mod.ts";
import type { ApiObject } from "../../../server/object.ts";
import { readArguments } from "./arguments.ts";
import { differenceOf } from "./essence.ts";
import type { ComparedKind } from "./kinds.ts";
import { type Answer, connectPeer, objectOf, type Peer } from "./peer.ts";
import { bodyOf, requestOf, type Step } from "./steps.ts";
import { compareHistories } from "./histories.ts";

const options = readArguments(Deno.args);
const server = await startServer({
  dialect: "kubernetes",
  identities: [{ name: "admin", token: "admin-token", groups: ["system:masters"] }],
});
const ours = connectPeer(server.url, { token: "admin-token" });
const theirs = connectPeer(options.url, {
  token: options.token,
  ...(options.ca && { ca: await Deno.readTextFile(options.ca) }),
});
const outcomes = new Map<string, number>();
let objects = 0;
// deno-lint-ignore no-console -- a program's output
const print = (...words: unknown[]) => console.log(...words);

await compareHistories(options, compareHistory, print);
print(Object.fromEntries(outcomes));
ours.close();
theirs.close();
await server.close();

async function compareHistory(kind: ComparedKind, history: readonly Step[]): Promise<void> {
  const name = `t-${options.seed}-${Date.now().toString(36)}-${objects++}`;
  let mine: ApiObject | undefined;
  let real: ApiObject | undefined;
  const said: string[] = [];
  try {
    for (const step of history) {
      // What these ask for is answered differently on purpose, or not at all alike.
      if (["empty", "reset"].includes(step.managedFields)) continue;
      const [left, right] = await Promise.all([
        send(ours, kind, name, step, mine),
        send(theirs, kind, name, step, real),
      ]);
      said.push(
        JSON.stringify([step.verb, step.manager, step.force, step.subresource, step.content]),
        `  ${left.status} ${JSON.stringify(left.body)}`,
        `  ${right.status} ${JSON.stringify(right.body)}`,
      );
      // What only the real server finds invalid is none of ownership's business.
      const isStricter = right.status === 422 && left.status < 300;
      const outcome = `${kind.name} ${step.verb} ${isStricter ? "stricter" : right.status}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (isStricter) break;
      const wrong = differenceOf(left, right);
      if (wrong) throw new Error(`${wrong}\n${said.join("\n")}`);
      if (right.status < 300) [mine, real] = [objectOf(left), objectOf(right)];
      if (!mine) break;
    }
  } finally {
    await Promise.all([remove(ours, kind, name), remove(theirs, kind, name)]);
  }
}

function send(
  peer: Peer,
  kind: ComparedKind,
  name: string,
  step: Step,
  live: ApiObject | undefined,
): Promise<Answer> {
  return peer.send(requestOf(step, kind, name, bodyOf(step, kind, name, live)));
}

async function remove(peer: Peer, kind: ComparedKind, name: string): Promise<void> {
  const path = `${kind.collection}/${name}`;
  await peer.send({ method: "DELETE", path });
  await peer.send({
    method: "PATCH",
    path,
    contentType: "application/merge-patch+json",
    body: { metadata: { finalizers: null } },
  });
}
