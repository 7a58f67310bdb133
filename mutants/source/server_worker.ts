/**
 * The worker that runs the instrumented server, with one source mutant or measuring coverage. The
 * parameters of its URL say which: a mutant must be on before the server's modules are imported,
 * as some of its code runs only then.
 *
 * @module
 */

/** What instrumented code reads and counts; the instrumenter determines the names. */
interface Instrumentation {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}

/** A command of the thread's owner, as far as this worker knows it. */
interface Command {
  readonly type: string;
}

/** The global scope of this worker; the compiler only knows the one of a window. */
const scope = globalThis as unknown as {
  __stryker__: Instrumentation;
  onmessage: (event: MessageEvent<Command>) => unknown;
};

const parameters = new URL(import.meta.url).searchParams;
const coverage = parameters.get("coverage");

scope.__stryker__ = {
  activeMutant: parameters.get("mutant") ?? "none",
  hitCount: 0,
  hitLimit: Number(parameters.get("hits") ?? Infinity),
};

// The server reports each internal error, of which there can be thousands.
// deno-lint-ignore no-console
console.error = () => {};

// Commands may arrive before the server has been imported.
const early: MessageEvent<Command>[] = [];
scope.onmessage = (event) => early.push(event);
const { serveThread } = await import("@plumbline/suites/embedded/thread_server");
serveThread(() => ({ plugins: [] }));
const serve = scope.onmessage;
scope.onmessage = async (event) => {
  if (coverage !== null && event.data.type === "close") await writeCoverage(coverage);
  await serve(event);
};
for (const event of early) await scope.onmessage(event);

/** Writes how often each mutant has been executed since this worker started. */
async function writeCoverage(path: string): Promise<void> {
  const { static: hits = {} } = scope.__stryker__.mutantCoverage ?? {};
  await Deno.writeTextFile(path, JSON.stringify(hits));
}
