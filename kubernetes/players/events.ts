/**
 * Events, as the controllers of a cluster record them: one that repeats is counted.
 *
 * @module
 */
import { type InternalClient, type KubernetesObject, StatusError } from "@plumbline/server/client";
import type { RecordedEvent } from "./player.ts";
import { hashOf } from "./objects.ts";

/** What a record needs of the server. */
type Recorder = Pick<InternalClient, "get" | "create" | "patch"> & { now(): string };

/** The namespace of Events about cluster-scoped objects. */
const DEFAULT_NAMESPACE = "default";

/**
 * Writes an Event about an object; if the same one exists, adds 1 to its count. As with real
 * recorders, an Event that the server rejects is lost, such as one in a namespace that is being
 * deleted.
 */
export async function recordEvent(
  server: Recorder,
  { apiVersion = "", kind = "", metadata: { name, namespace, uid, resourceVersion } }:
    KubernetesObject,
  { type = "Normal", reason, message, from, host, fieldPath }: RecordedEvent,
): Promise<void> {
  const place = namespace ?? DEFAULT_NAMESPACE;
  const same = [uid ?? "", type, reason, message, from, host ?? "", fieldPath ?? ""];
  const eventName = `${name}.${hashOf(same)}`;
  const now = server.now();
  try {
    const before = await server.get<CountedEvent>("events", eventName, place);
    if (before) {
      const change = { count: (before.count ?? 1) + 1, lastTimestamp: now };
      await server.patch("events", eventName, change, { namespace: place });
      return;
    }
    await server.create({
      ...{ apiVersion: "v1", kind: "Event", metadata: { name: eventName, namespace: place } },
      involvedObject: {
        ...{ apiVersion, kind, name, uid, resourceVersion },
        ...(namespace !== undefined && { namespace }),
        ...(fieldPath !== undefined && { fieldPath }),
      },
      ...{ type, reason, message, count: 1, firstTimestamp: now, lastTimestamp: now },
      source: { component: from, ...(host !== undefined && { host }) },
      reportingComponent: from,
      reportingInstance: host ?? "",
    });
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
  }
}

interface CountedEvent extends KubernetesObject {
  readonly count?: number;
}
