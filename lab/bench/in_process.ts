/**
 * Measures a server in this process, which was started for one figure, and prints it in milliseconds:
 * `start` for the first server, `restore` for a snapshot of 10,000 objects that were removed.
 *
 * @module
 */
import { createServer } from "@plumbline/reference";
import { print } from "../program/output.ts";

const OBJECTS = 10_000;

const MEASURES: Readonly<Record<string, () => Promise<number>>> = {
  async start() {
    const begin = performance.now();
    await using _ = await createServer({ dialect: "svc", kinds: "specification" });
    return performance.now() - begin;
  },
  async restore() {
    await using server = await createServer({ dialect: "svc" });
    for (let number = 0; number < OBJECTS; number++) {
      const metadata = { name: `secret-${number}`, namespace: "default" };
      await server.create({ apiVersion: "v1", kind: "Secret", metadata });
    }
    const snapshot = await server.state.snapshot();
    await server.state.reset();
    const begin = performance.now();
    await server.state.restore(snapshot);
    return performance.now() - begin;
  },
};

print(String(await MEASURES[Deno.args[0] ?? "start"]!()));
