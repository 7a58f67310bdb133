/**
 * Traces the calls of functions in the modules of a folder, by breakpoints of V8 that stop nothing:
 * the condition of each notes who called. Nothing of the sources is changed.
 *
 * @module
 */
import { Session } from "node:inspector/promises";

/** A call of a function in a module, from another one or from its own. */
export interface Call {
  /** The module of the function, and its name. */
  readonly file: string;
  readonly name: string;
  /** The module and function that called it; empty for a call from outside of the folder. */
  readonly caller: { readonly file: string; readonly name: string };
}

interface Ran {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[];
  }[];
}

/** The parts of V8's protocol that are used. */
interface Inspector {
  connect(): void;
  disconnect(): void;
  // deno-lint-ignore no-explicit-any -- each method has a result of its own
  post(method: string, parameters?: unknown): Promise<any>;
}

const noted = globalThis as unknown as { noteCall?: (index: number) => boolean };

/**
 * Returns the calls that an action makes in the modules of a folder.
 *
 * @param folder the URL of the folder
 * @param action what is traced; it runs twice, first to find which functions it calls
 */
export async function traceCalls(folder: URL, action: () => Promise<void>): Promise<Call[]> {
  const inspector = new Session() as unknown as Inspector;
  inspector.connect();
  try {
    const ran = await functionsOf(inspector, folder, action);
    const calls: Call[] = [];
    const names: string[] = [];
    await inspector.post("Debugger.enable");
    for (const script of ran) await breakAt(inspector, script, names);
    noted.noteCall = (index) => {
      calls.push(callOf(names[index]!, folder));
      return false;
    };
    await action();
    await inspector.post("Debugger.disable");
    return calls.filter(({ file }) => file !== "");
  } finally {
    delete noted.noteCall;
    inspector.disconnect();
  }
}

/** Returns the functions that run in an action, by the coverage of V8. */
async function functionsOf(
  inspector: Inspector,
  { href }: URL,
  action: () => Promise<void>,
): Promise<Ran[]> {
  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await inspector.post("Profiler.takePreciseCoverage");
  await action();
  const { result } = await inspector.post("Profiler.takePreciseCoverage");
  await inspector.post("Profiler.stopPreciseCoverage");
  return (result as Ran[]).filter(({ url }) => url.startsWith(href));
}

/** Sets a breakpoint at the beginning of each function that ran. */
async function breakAt(inspector: Inspector, script: Ran, names: string[]): Promise<void> {
  const { scriptId, functions } = script;
  const { scriptSource } = await inspector.post("Debugger.getScriptSource", { scriptId });
  const place = (offset: number) => {
    const lines = (scriptSource as string).slice(0, offset).split("\n");
    return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)!.length };
  };
  for (const { functionName, ranges: [range] } of functions) {
    // The module itself begins at 0.
    if (!range || range.count === 0 || range.startOffset === 0) continue;
    const { locations } = await inspector.post("Debugger.getPossibleBreakpoints", {
      start: place(range.startOffset),
      end: place(range.endOffset),
      restrictToFunction: true,
    });
    const [location] = locations;
    if (!location) continue;
    const condition = `noteCall(${names.push(functionName || "(anonymous)") - 1})`;
    await inspector.post("Debugger.setBreakpoint", { location, condition });
  }
}

/** Returns the call that a breakpoint is at: the two innermost functions of the folder. */
function callOf(name: string, { pathname }: URL): Call {
  const frames = framesOf().map((frame) => ({
    path: frame.getFileName()?.replace("file://", "") ?? "",
    name: frame.getFunctionName() ?? "(anonymous)",
  })).filter(({ path }) => path.startsWith(pathname));
  const [own, caller] = frames.map(({ path, name }) => ({
    file: path.slice(pathname.length),
    name,
  }));
  return { file: own?.file ?? "", name, caller: caller ?? { file: "", name: "" } };
}

interface Frame {
  getFileName(): string | null;
  getFunctionName(): string | null;
}

function framesOf(): readonly Frame[] {
  const errors = Error as unknown as { prepareStackTrace?: unknown };
  const before = errors.prepareStackTrace;
  errors.prepareStackTrace = (_: Error, frames: readonly Frame[]) => frames;
  const holder: { stack?: readonly Frame[] } = {};
  Error.captureStackTrace(holder);
  const frames = holder.stack ?? [];
  errors.prepareStackTrace = before;
  return frames;
}
