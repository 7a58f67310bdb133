/**
 * The worker of the embedded target: a reference server without mutants.
 *
 * @module
 */
import { serveThread } from "./thread_server.ts";

serveThread(({ mutants: [id] }) => {
  if (id === undefined) return { plugins: [] };
  throw new Error(`Cannot install "${id}": this worker knows no mutants`);
});
