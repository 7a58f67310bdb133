/**
 * Deployments of the group `apps`.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { LONG, type Members, present, replacing, turn, UNICODE } from "./content.ts";
import type { ResourceType } from "../client/resource_type.ts";

/**
 * A deployment of no replicas, so that no pod starts where controllers run. Content 0 is paused and
 * keeps no old replica sets; the other contents vary every optional field.
 */
export const deployment: ResourceType = {
  resource: "deployments",
  kind: "Deployment",
  group: () => "apps",
  version: "v1",
  namespaced: true,
  subresources: ["status"],
  body: (_dialect, content, name, { merges = false } = {}) => {
    const { metadata, spec } = template(content);
    const labels = present({ ...metadata.labels, deployment: name });
    const annotations = present(metadata.annotations);
    const strategy = merges ? strategyToMerge(content) : present(strategyOf(content));
    return {
      spec: present({
        ...scalars(content),
        strategy: Object.keys(strategy).length > 0 ? strategy : undefined,
        selector: { matchLabels: { deployment: name } },
        template: {
          metadata: { labels, ...(Object.keys(annotations).length > 0 && { annotations }) },
          spec: present(spec),
        },
      }),
    };
  },
  change: (content) => {
    const { metadata, spec } = template(content);
    return {
      spec: {
        ...replacing(scalars(content)),
        strategy: strategyChange(content),
        template: {
          metadata: {
            labels: replacing(metadata.labels),
            annotations: replacing(metadata.annotations),
          },
          spec: replacing(spec),
        },
      },
    };
  },
};

function scalars(content: number): Members {
  if (content === 0) return { ...ABSENT, replicas: 0, paused: true, revisionHistoryLimit: 0 };
  return {
    replicas: 0,
    paused: turn(content, undefined, true, true, false),
    revisionHistoryLimit: turn(content, 0, content, undefined),
    minReadySeconds: turn(content, 7, undefined, 0, undefined, 3),
    progressDeadlineSeconds: turn(content, undefined, 1000 + content),
  };
}

const ABSENT: Members = { minReadySeconds: undefined, progressDeadlineSeconds: undefined };

interface Strategy extends Members {
  readonly type: Json | undefined;
  readonly rollingUpdate: JsonObject | undefined;
}

/** Returns both fields of a strategy; numbers and percentages take turns. */
function strategyOf(content: number): Strategy {
  const none = { type: undefined, rollingUpdate: undefined };
  if (content === 0) return none;
  return turn<Strategy>(
    content,
    none,
    rolling({ maxSurge: 1, maxUnavailable: 0 }),
    { type: "Recreate", rollingUpdate: undefined },
    rolling({ maxSurge: "50%", maxUnavailable: 3 }),
    { type: undefined, rollingUpdate: { maxUnavailable: 2 } },
    rolling({ maxSurge: 2, maxUnavailable: "0%" }),
    rolling({ maxSurge: "10%", maxUnavailable: "10%" }),
  );
}

function rolling(rollingUpdate: JsonObject): { type: Json; rollingUpdate: JsonObject } {
  return { type: "RollingUpdate", rollingUpdate };
}

function strategyChange(content: number): JsonObject {
  const { type, rollingUpdate } = strategyOf(content);
  const absent = { maxSurge: undefined, maxUnavailable: undefined };
  const fields = rollingUpdate && replacing({ ...absent, ...rollingUpdate });
  return replacing({ type, rollingUpdate: fields });
}

/** Returns a strategy that names its type: a `rollingUpdate` beside another type is invalid. */
function strategyToMerge(content: number): JsonObject {
  const { type, rollingUpdate } = strategyOf(content);
  if (rollingUpdate !== undefined) return { type: "RollingUpdate", rollingUpdate };
  return type === undefined ? {} : rolling({ maxSurge: 4, maxUnavailable: "5%" });
}

interface Template {
  readonly metadata: { readonly labels: Members; readonly annotations: Members };
  readonly spec: Members;
}

function template(content: number): Template {
  const isSimple = content === 0;
  return {
    metadata: {
      labels: {
        content: isSimple ? undefined : `c${content}`,
        more: isSimple ? undefined : turn(content, undefined, "", "yes"),
      },
      annotations: {
        "plumbline.invalid/text": isSimple
          ? undefined
          : turn(content, undefined, UNICODE, "", undefined),
        "plumbline.invalid/long": isSimple ? undefined : turn(content, undefined, undefined, LONG),
      },
    },
    spec: {
      containers: isSimple ? [NOTHING] : containers(content),
      terminationGracePeriodSeconds: isSimple ? undefined : turn(content, 31, undefined, 0),
      nodeSelector: isSimple ? undefined : turn<Json | undefined>(
        content,
        undefined,
        { plumbline: "nowhere", "plumbline.invalid/zone": "" },
      ),
    },
  };
}

const NOTHING = { name: "nothing", image: "nothing.invalid/none" };

/** Containers whose union is valid, too: patches of some types merge them by name. */
function containers(content: number): Json[] {
  const port = (containerPort: number, protocol = "TCP") => ({ containerPort, protocol });
  return turn<Json[]>(
    content,
    [{ ...NOTHING, args: ["--one", ""], command: ["none"] }],
    [
      {
        ...NOTHING,
        env: [{ name: "EMPTY" }, { name: "TEXT", value: UNICODE }],
        ports: [port(80), { ...port(5353, "UDP"), name: "dns" }],
      },
      { name: "second", image: "nothing.invalid/second" },
    ],
    [{ ...NOTHING, image: "nothing.invalid/other", env: [{ name: "TEXT", value: "text" }] }],
    [{ name: "second", image: "nothing.invalid/second", workingDir: "/none" }, NOTHING],
    [{ ...NOTHING, ports: [port(8080)] }],
  );
}
