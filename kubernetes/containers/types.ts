/**
 * What a test states about containers: their output, commands, files and ports.
 *
 * @module
 */
import type { KubernetesObject } from "@plumbline/server/client";

/** A container of a Pod. */
export interface ContainerPlace {
  /** The Pod. */
  readonly pod: KubernetesObject;
  /** The name of the container. */
  readonly container: string;
}

/** A line of output with its time. */
export interface OutputLine {
  /** The line, without its end. */
  readonly text: string;
  /** In RFC 3339. @default {the start of the container} */
  readonly time?: string;
}

/** Lines of output, or a text of several. */
export type OutputText = string | readonly (string | OutputLine)[];

/** Lines of output, or a function that returns those of a container. */
export type Output = OutputText | ((place: ContainerPlace) => OutputText);

/** The size of a terminal. */
export interface TerminalSize {
  /** In columns. */
  readonly width: number;
  /** In rows. */
  readonly height: number;
}

/** A command in progress, with its streams. */
export interface CommandCall extends ContainerPlace {
  /** The program and its arguments; empty for `attach`. */
  readonly command: readonly string[];
  /** True with a terminal: both outputs are one, and `lines` echoes the input. */
  readonly tty: boolean;
  /** The input; empty if the client sends none. */
  readonly stdin: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The sizes of the client's terminal: the first, and each change. */
  readonly sizes: ReadableStream<TerminalSize>;
  /** The files of the container, by absolute path. */
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Reads the input line by line; ends at ctrl-C and ctrl-D of a terminal, too. */
  lines(): AsyncIterable<string>;
  /** Writes to the output. */
  stdout(data: string | Uint8Array<ArrayBuffer>): Promise<void>;
  /** Writes to the error output. */
  stderr(data: string | Uint8Array<ArrayBuffer>): Promise<void>;
}

/** What a command prints, and its exit code, 0 by default. */
export interface CommandResult {
  /** The output. */
  readonly stdout?: string | Uint8Array<ArrayBuffer>;
  /** The error output. */
  readonly stderr?: string | Uint8Array<ArrayBuffer>;
  /** The exit code. @default {0} */
  readonly code?: number;
}

/** The output of a command, its exit code, or both. */
export type CommandOutcome = string | number | CommandResult | void;

/** Runs a command. */
export type CommandFunction = (call: CommandCall) => CommandOutcome | Promise<CommandOutcome>;

/** A connection to a port of a container. */
export interface PortConnection extends ContainerPlace {
  /** The port. */
  readonly port: number;
  /** What the client sends. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** What the client receives. */
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Serves connections to a port: a function, whose end closes the connection, or the TCP port of this
 * machine that they are passed on to.
 */
export type PortHandler = number | ((connection: PortConnection) => void | Promise<void>);

/** What containers do; see {@linkcode containers}. */
export interface ContainersOptions {
  /** Their Pods: a name, labels, or a condition. @default {all Pods} */
  readonly pods?:
    | string
    | Readonly<Record<string, string>>
    | ((pod: KubernetesObject) => boolean);
  /** The namespace of their Pods. @default {all namespaces} */
  readonly namespace?: string;
  /** The name of the containers. @default {all containers} */
  readonly container?: string;
  /** What they have printed. */
  readonly output?: Output;
  /** What the previous instance of each has printed, for `previous`. */
  readonly previous?: Output;
  /**
   * The commands that `exec` can run: a function for all of them, or the outcomes by the whole command
   * (`cat /etc/hostname`) or the program (`cat`).
   */
  readonly commands?: CommandFunction | Readonly<Record<string, CommandFunction | CommandOutcome>>;
  /** Serves `attach`. @default {sends the further output, and ignores the input} */
  readonly attach?: CommandFunction;
  /** Their files, by absolute path, for `tar` (which `kubectl cp` runs) and `test`. */
  readonly files?: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
  /** What serves connections to their ports. */
  readonly ports?: Readonly<Record<number, PortHandler>>;
}

/** The containers to print a line in. */
export interface PrintPlace {
  /** The name of their Pod. @default {each Pod} */
  readonly pod?: string;
  /** Their name. @default {each container} */
  readonly container?: string;
}

/** Stated containers, which a server plays. */
export interface ContainerPlayer {
  /** For messages. */
  readonly name: string;
  /** What was stated. */
  readonly containers: ContainersOptions;
  /** The files, by absolute path, as the commands have left them. */
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** Adds lines to the output, at the time of the server's clock. */
  print(text: string, place?: PrintPlace): void;
}
