/**
 * What a release has beyond the specification, as an extension of the server: its kinds with their
 * admission, custom resources, webhooks, policies, tokens of service accounts, and players.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 * import { kubernetes } from "@plumbline/kubernetes";
 *
 * await using server = await createServer({ extensions: [kubernetes()] });
 * await server.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
 * assertEquals((await server.list("configmaps")).length, 1);
 * ```
 *
 * @module
 */
export { kubernetes, type KubernetesMethods, type KubernetesOptions } from "./extension.ts";
export { containers } from "./containers/containers.ts";
export type {
  CommandCall,
  CommandFunction,
  CommandOutcome,
  CommandResult,
  ContainerPlace,
  ContainerPlayer,
  ContainersOptions,
  Output,
  OutputLine,
  OutputText,
  PortConnection,
  PortHandler,
  PrintPlace,
  TerminalSize,
} from "./containers/types.ts";
export { type PlayerName, PLAYERS } from "./players/mod.ts";
export type {
  Mapping,
  ObjectPlace,
  Player,
  PlayerServer,
  PlayOptions,
  RecordedEvent,
} from "./players/player.ts";
export { KINDS, type Kinds } from "./resources/release.ts";
