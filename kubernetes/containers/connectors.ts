/**
 * The subresources of Pods that need containers, and those that pass requests on.
 *
 * @module
 */
import { ApiError } from "@plumbline/server/api";
import type { Connector, Connectors } from "@plumbline/server/connections";
import type { StatedContainers } from "./stated.ts";

/** Returns the connectors of the kinds of the release. */
export const connectorsFor = (stated: StatedContainers): Connectors => ({
  "/pods": {
    log: {
      kind: "Pod",
      verbs: ["get"],
      connect: async (context) => (await import("./log.ts")).answerLog(stated, context),
    },
    exec: commands(stated, "exec", "PodExecOptions"),
    attach: commands(stated, "attach", "PodAttachOptions"),
    portforward: {
      kind: "PodPortForwardOptions",
      verbs: ["create", "get"],
      connect: async (context) =>
        (await import("./port_forward.ts")).answerPortForward(stated, context),
    },
    proxy: proxy("PodProxyOptions", "pods"),
  },
  "/services": { proxy: proxy("ServiceProxyOptions", "services") },
  "/nodes": { proxy: proxy("NodeProxyOptions", "nodes") },
});

const commands = (
  stated: StatedContainers,
  name: "exec" | "attach",
  kind: string,
): Connector => ({
  kind,
  verbs: ["create", "get"],
  connect: async (context) =>
    (await import("./remote_command.ts")).answerCommand(stated, context, name),
});

/** Nothing is passed on: there is no network behind the server. */
const proxy = (kind: string, resource: string): Connector => ({
  kind,
  verbs: ["create", "delete", "get", "patch", "update"],
  hasPaths: true,
  async connect({ name, read }) {
    await read();
    throw new ApiError(
      "NotImplemented",
      `This server passes no requests on to ${resource}: it has no network behind "${name}"`,
    );
  },
});
