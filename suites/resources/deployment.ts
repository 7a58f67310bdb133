/**
 * Deployments of the group `apps`.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";

/**
 * A paused deployment of no replicas, so that nothing starts where controllers run; the content is
 * how many old replica sets it keeps.
 */
export const deployment: ResourceType = {
  resource: "deployments",
  kind: "Deployment",
  group: () => "apps",
  version: "v1",
  namespaced: true,
  body: (_dialect, content, name) => ({
    spec: {
      paused: true,
      replicas: 0,
      revisionHistoryLimit: content,
      selector: { matchLabels: { deployment: name } },
      template: {
        metadata: { labels: { deployment: name } },
        spec: { containers: [{ name: "nothing", image: "nothing.invalid/none" }] },
      },
    },
  }),
  change: (content) => ({ spec: { revisionHistoryLimit: content } }),
};
