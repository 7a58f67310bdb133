/**
 * Mutants of discovery.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { type Install, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const itemsOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

/** Changes discovery documents. */
function changingDiscovery(change: (document: JsonObject, path: string) => JsonObject): Install {
  return wrap("exchange", "discovery", ({ discovery }, path) => {
    const document = discovery(path);
    return document && change(document, path);
  });
}

/** Changes each group in the list of API groups. */
function changingGroups(change: (group: JsonObject) => JsonObject): Install {
  return changingDiscovery((document, path) => {
    if (path !== "/apis" || !Array.isArray(document.groups)) return document;
    return { ...document, groups: document.groups.map((group) => change(asObject(group) ?? {})) };
  });
}

/** Returns the group with an additional version. */
function withVersion(group: JsonObject, version: string): JsonObject {
  const one = { groupVersion: `${group.name}/${version}`, version };
  return { ...group, versions: [...itemsOf(group.versions), one] };
}

/** Removes one discovery document. */
const removingDiscovery = (removed: RegExp): Install =>
  wrap(
    "exchange",
    "discovery",
    ({ discovery }, path) => removed.test(path) ? undefined : discovery(path),
  );

export const discoveryMutants = bugs({
  "api-versions/no-release": {
    description: "`/version` returns 404.",
    reason: "The release was considered confidential.",
    breaks: "api-versions.release-reported",
    install: removingDiscovery(/^\/version$/),
  },
  "api-versions/no-group-document": {
    description: "`/apis/apps` returns 404.",
    reason: "Clients find all groups in `/apis`.",
    breaks: "api-versions.discovery-documents",
    install: removingDiscovery(/^\/apis\/apps$/),
  },
  "api-versions/no-group-list": {
    description: "`/apis` returns 404.",
    reason: "Clients read the documents of the groups that they need.",
    breaks: "api-versions.discovery-documents",
    install: removingDiscovery(/^\/apis$/),
  },
  "api-versions/core-group-unlisted": {
    description: "`/api` lists no version.",
    reason: "The core group has no name.",
    breaks: "api-versions.discovery-documents",
    install: changingDiscovery(
      (document, path) => path === "/api" ? { ...document, versions: [] } : document,
    ),
  },
  "api-versions/alpha-listed": {
    description: "Discovery lists an alpha API version that is disabled.",
    reason: "The group lists all versions of the release instead of the served ones.",
    breaks: ["api-versions.alpha-off-by-default", "api-versions.listed-versions-served"],
    install: changingGroups((group) => {
      if (!String(group.name).startsWith("authorization.")) return group;
      return withVersion(group, "v1alpha1");
    }),
  },
  "api-versions/new-beta-listed": {
    description: "Discovery lists a beta resource of a later release as served.",
    reason: "Betas used to be enabled by default.",
    breaks: "api-versions.new-betas-off-by-default",
    install: wrap("exchange", "discovery", ({ discovery }, path) => {
      if (!/^\/apis\/storage\.[^/]+\/v1beta1$/.test(path)) return discovery(path);
      const list = discovery(path) ?? {
        kind: "APIResourceList",
        apiVersion: "v1",
        groupVersion: path.slice("/apis/".length),
      };
      const name = "volumeattributesclasses";
      const verbs = ["get", "list"];
      const one = {
        name,
        singularName: "",
        namespaced: false,
        kind: "VolumeAttributesClass",
        verbs,
      };
      return {
        ...list,
        resources: [...itemsOf(list.resources), one],
      };
    }),
  },
  "api-versions/version-named-after-release": {
    description: "A group lists an API version named `1.26`.",
    reason: "The name of the release was used as the name of the API version.",
    breaks: "api-versions.names-show-stability",
    install: changingGroups((group) => withVersion(group, "1.26")),
  },
  "api-versions/oldest-preferred": {
    description: "`preferredVersion` of a group is the version listed last.",
    reason: "The list was once sorted with the newest version last.",
    breaks: "api-versions.preferred-is-most-stable",
    install: changingGroups((group) => ({
      ...group,
      preferredVersion: itemsOf(group.versions).at(-1) ?? null,
    })),
  },
  "api-versions/next-version-preferred": {
    description: "`preferredVersion` of the group `apps` is a version that is not served.",
    reason: "The preference is a constant that was raised before the version was added.",
    breaks: "api-versions.preferred-is-listed",
    install: changingGroups((group) => {
      const version = "v2";
      const preferredVersion = { groupVersion: `${group.name}/${version}`, version };
      return group.name === "apps" ? { ...group, preferredVersion } : group;
    }),
  },
  "api-versions/watch-not-listed": {
    description: "Discovery omits the verb `watch` for every resource.",
    reason: "A watch was considered a list with a parameter.",
    breaks: "api-versions.types-listed",
    install: changingDiscovery((document) => {
      if (!Array.isArray(document.resources)) return document;
      const resources = document.resources.map((resource) => {
        const { verbs, ...one } = asObject(resource) ?? {};
        return { ...one, verbs: itemsOf(verbs).filter((verb) => verb !== "watch") };
      });
      return { ...document, resources };
    }),
  },
  "api-versions/lists-of-another-kind": {
    description: "A list of FlowSchemas or PriorityLevelConfigurations has the kind of its items.",
    reason: "The list kind is a separate field that was not set for new resources.",
    breaks: "api-versions.listed-resources-served",
    install: on("list flowschemas,prioritylevelconfigurations").changeList((list) => ({
      ...list,
      kind: String(list.kind).replace(/List$/, ""),
    })),
  },
  "api-versions/listed-version-not-found": {
    description: "Discovery of a listed version of the flow control group is answered with 404.",
    reason: "Discovery documents are created for preferred versions only.",
    breaks: "api-versions.listed-versions-served",
    install: wrap(
      "exchange",
      "discovery",
      ({ discovery }, path) =>
        /^\/apis\/flowcontrol[^/]*\/v1beta2$/.test(path) ? undefined : discovery(path),
    ),
  },
  "api-versions/status-verbs-unlisted": {
    description: "Discovery lists the status of Deployments without the verb `patch`.",
    reason: "The verbs of subresources are typed by hand.",
    breaks: "api-versions.types-listed",
    install: changingDiscovery((document) =>
      Array.isArray(document.resources)
        ? {
          ...document,
          resources: document.resources.map((resource) => {
            const { name, verbs, ...others } = asObject(resource) ?? {};
            return name === "deployments/status"
              ? { ...others, name, verbs: itemsOf(verbs).filter((verb) => verb !== "patch") }
              : resource;
          }),
        }
        : document
    ),
  },
});
