/**
 * The reference server: a small in-memory implementation of the API, for tests of clients and of
 * the conformance suites. Plugins and further resources extend it.
 *
 * @module
 */
export { createServer, startServer } from "./reference.ts";
export type { Kinds } from "@plumbline/kubernetes";
export type { RunningServer, Server, ServerOptions } from "./reference.ts";
export type { Extension } from "@plumbline/server/extension";
export type { Plugin } from "@plumbline/server/parts";
export { defineResource } from "@plumbline/server/resources";
export type { ResourceDefinition } from "@plumbline/server/resources";
export type { Identity } from "@plumbline/server/access";
export { AdjustableClock } from "@plumbline/server/api";
export { ConfigurationError } from "@plumbline/server/settings";
export type { KubernetesObject, ServerClient } from "@plumbline/server/client";
export type { Manifest } from "@plumbline/server/client";
export { StatusError } from "@plumbline/server/client";
export { containers } from "@plumbline/kubernetes";
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
} from "@plumbline/kubernetes";
export type { Player, PlayerServer, RecordedEvent } from "@plumbline/kubernetes";
