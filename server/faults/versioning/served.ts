/**
 * Faults of versions of resources: what is served, and what is warned of.
 * `conversions.ts` has those of objects in several versions.
 *
 * @module
 */
import type { Verb } from "../../context.ts";
import { asObject } from "../../registry/resource.ts";
import type { Lifecycle } from "../../versioning/lifecycle.ts";
import type { JsonObject } from "../../object.ts";
import type { Fault } from "../fault.ts";
import type { Seams } from "../seams.ts";
import { rewriteJson } from "../tools.ts";

/** Gives one version of a resource another life. */
function living(
  { resource }: Seams,
  is: { readonly resource: string; readonly version: string },
  change: (lifecycle: Lifecycle) => Lifecycle | undefined,
): void {
  resource((definition) => {
    const { lifecycle, resource, version } = definition;
    if (resource !== is.resource || version !== is.version || !lifecycle) return {};
    const changed = change(lifecycle);
    // A version without a life is there for good.
    return { lifecycle: changed ?? { since: "1.0" } };
  });
}

const ABSENT: Lifecycle = { since: "1.99" };

/** Changes what a document of discovery says. */
function documenting(
  { exchange }: Seams,
  change: (document: JsonObject, path: string) => JsonObject,
): void {
  exchange(({ discovery }) => ({
    discovery(path) {
      const document = discovery(path);
      return document && change(document, path);
    },
  }));
}

/** Answers without the warning, of one verb. */
function notWarning({ exchange, wire }: Seams, verb: Verb): void {
  const verbs = new WeakMap<Request, string>();
  exchange(({ receive }) => ({
    receive(context) {
      verbs.set(context.request, context.info.verb);
      return receive?.(context);
    },
  }));
  wire(({ answer }) => ({
    async answer(request) {
      const response = await answer(request);
      if (verbs.get(request) === verb) response.headers.delete("warning");
      return response;
    },
  }));
}

const forgotten = (verb: Verb, reason: string): Fault => ({
  id: `versioning/${verb}-unwarned`,
  area: "versioning",
  description: `A ${verb} in a deprecated version is answered without a warning.`,
  reason,
  breaks: [`versioning.deprecated-${verb}-warns`],
  install: (seams) => notWarning(seams, verb),
});

/** The faults. */
export const servedFaults: readonly Fault[] = [
  forgotten("create", "The warning is added where an object is read, before there is one."),
  forgotten("get", "Only writes were thought to be worth a warning."),
  forgotten("list", "Lists have an encoder of their own, which writes its own head."),
  forgotten("watch", "The head of a stream is sent before the handler has its say."),
  forgotten("update", "The warning was added verb by verb, and PUT was taken for a create."),
  forgotten("patch", "Patches have a handler of their own, made later."),
  forgotten("delete", "Who deletes is on the way out anyway."),
  forgotten("deletecollection", "It was taken for several deletions, which warn by themselves."),
  {
    id: "versioning/capacities-warn-no-more",
    area: "versioning",
    description: "The beta of CSIStorageCapacity is served without warnings.",
    reason: "The table of deprecations was begun with the group of the newest release.",
    breaks: [
      "versioning.deprecated-create-warns",
      "versioning.deprecated-get-warns",
      "versioning.deprecated-list-warns",
    ],
    install(seams) {
      living(
        seams,
        { resource: "csistoragecapacities", version: "v1beta1" },
        ({ deprecatedIn: _, ...lifecycle }) => lifecycle,
      );
    },
  },
  {
    id: "versioning/warning-without-agent",
    area: "versioning",
    description: "A warning is a code and a text, with no agent between them.",
    reason: "The agent says nothing, so that it was left out.",
    breaks: ["versioning.warning-well-formed", "field-validation.warning-well-formed"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const warning = response.headers.get("warning");
          if (warning) response.headers.set("warning", warning.replaceAll("299 - ", "299 "));
          return response;
        },
      }));
    },
  },
  {
    id: "versioning/deprecated-is-gone",
    area: "versioning",
    description: "A change in a deprecated version is refused.",
    reason: "What is to go should not be written any more.",
    breaks: ["versioning.deprecated-still-answers", "versioning.written-in-every-version"],
    install({ resource }) {
      resource(({ lifecycle, unsupportedVerbs = [] }) =>
        lifecycle?.deprecatedIn ? { unsupportedVerbs: [...unsupportedVerbs, "update"] } : {}
      );
    },
  },
  {
    id: "versioning/all-versions-warn",
    area: "versioning",
    description: "Every version of a resource warns while one of them is deprecated.",
    reason: "The warning was kept with the resource and not with its version.",
    breaks: ["versioning.current-does-not-warn"],
    install({ resource }) {
      resource(({ lifecycle, version }) =>
        lifecycle && /^v1(beta3)?$/.test(version)
          ? { lifecycle: { ...lifecycle, deprecatedIn: "1.24" } }
          : {}
      );
    },
  },
  {
    id: "versioning/flow-schemas-v1beta2-early-gone",
    area: "versioning",
    description: "FlowSchema is served in v1beta3 alone in the release that deprecates v1beta2.",
    reason: "Deprecated was read as removed.",
    breaks: ["versioning.flow-schemas-v1beta2"],
    install(seams) {
      living(seams, { resource: "flowschemas", version: "v1beta2" }, () => ABSENT);
    },
  },
  {
    id: "versioning/priority-levels-v1beta2-early-gone",
    area: "versioning",
    description:
      "Priority levels are served in v1beta3 alone in the release that deprecates v1beta2.",
    reason: "Deprecated was read as removed.",
    breaks: ["versioning.priority-levels-v1beta2"],
    install(seams) {
      living(
        seams,
        { resource: "prioritylevelconfigurations", version: "v1beta2" },
        () => ABSENT,
      );
    },
  },
  {
    id: "versioning/flow-schemas-v1beta3-late",
    area: "versioning",
    description: "FlowSchema comes to v1beta3 a release later than it should.",
    reason: "The first release was written as the last one without it.",
    breaks: ["versioning.flow-schemas-v1beta3"],
    install(seams) {
      living(
        seams,
        { resource: "flowschemas", version: "v1beta3" },
        (lifecycle) => ({ ...lifecycle, since: "1.27" }),
      );
    },
  },
  {
    id: "versioning/priority-levels-v1beta3-late",
    area: "versioning",
    description: "Priority levels come to v1beta3 a release later than they should.",
    reason: "The first release was written as the last one without it.",
    breaks: ["versioning.priority-levels-v1beta3"],
    install(seams) {
      living(
        seams,
        { resource: "prioritylevelconfigurations", version: "v1beta3" },
        (lifecycle) => ({ ...lifecycle, since: "1.27" }),
      );
    },
  },
  {
    id: "versioning/capacities-v1beta1-early-gone",
    area: "versioning",
    description: "CSIStorageCapacity in v1beta1 is gone in 1.26, its last release.",
    reason: "The last release with it was taken for the first without.",
    breaks: ["versioning.capacities-v1beta1"],
    install(seams) {
      living(
        seams,
        { resource: "csistoragecapacities", version: "v1beta1" },
        (lifecycle) => ({ ...lifecycle, removedIn: "1.26" }),
      );
    },
  },
  {
    id: "versioning/capacities-v1-missing",
    area: "versioning",
    description: "CSIStorageCapacity is not served in v1.",
    reason: "The stable version was planned for when the beta goes.",
    breaks: ["versioning.capacities-v1"],
    install(seams) {
      living(seams, { resource: "csistoragecapacities", version: "v1" }, () => ABSENT);
    },
  },
  {
    id: "versioning/alpha-listed",
    area: "versioning",
    description: "An alpha version that is switched off is listed with its group.",
    reason: "Groups list what the release has, and what is served is another list.",
    breaks: ["versioning.alpha-off-by-default"],
    install(seams) {
      documenting(seams, (document, path) => {
        if (path !== "/apis" || !Array.isArray(document.groups)) return document;
        const groups = document.groups.map((group) => {
          const { name, versions, ...rest } = asObject(group) ?? {};
          const version = "v1alpha1";
          const alpha = { groupVersion: `${name}/${version}`, version };
          const isOurs = String(name).startsWith("authorization.");
          return {
            ...rest,
            name: name!,
            versions: [...Array.isArray(versions) ? versions : [], ...(isOurs ? [alpha] : [])],
          };
        });
        return { ...document, groups };
      });
    },
  },
  {
    id: "versioning/identity-review-always-on",
    area: "versioning",
    description: "SelfSubjectReview in v1alpha1 is answered without being switched on or listed.",
    reason: "Its handler was registered beside the others, whatever the switches say.",
    breaks: ["versioning.identity-review-off-by-default"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const isReview = new URL(request.url).pathname.endsWith("/selfsubjectreviews");
          if (!isReview || request.method !== "POST" || response.status !== 404) return response;
          await response.body?.cancel();
          const review = { kind: "SelfSubjectReview", apiVersion: "v1", metadata: {}, status: {} };
          return Response.json(review, { status: 201 });
        },
      }));
    },
  },
  {
    id: "versioning/new-beta-listed",
    area: "versioning",
    description: "A beta of later releases is listed as served.",
    reason: "Betas used to be on by default.",
    breaks: ["versioning.new-betas-off-by-default"],
    install({ exchange }) {
      exchange(({ discovery }) => ({
        discovery(path) {
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
            resources: [...Array.isArray(list.resources) ? list.resources : [], one],
          };
        },
      }));
    },
  },
  {
    id: "versioning/odd-version-name",
    area: "versioning",
    description: "A group lists a version that is called after the release.",
    reason: "Versions and releases advance together, somewhere else.",
    breaks: ["versioning.names-tell-stability"],
    install(seams) {
      documenting(seams, (document, path) => {
        if (path !== "/apis" || !Array.isArray(document.groups)) return document;
        const groups = document.groups.map((group) => {
          const { name, versions, ...rest } = asObject(group) ?? {};
          const odd = { groupVersion: `${name}/1.26`, version: "1.26" };
          return {
            ...rest,
            name: name!,
            versions: [...Array.isArray(versions) ? versions : [], odd],
          };
        });
        return { ...document, groups };
      });
    },
  },
  {
    id: "versioning/oldest-preferred",
    area: "versioning",
    description: "The preferred version of a group is the one listed last.",
    reason: "The list was sorted the other way round, for the last to be the newest.",
    breaks: ["versioning.preferred-is-most-stable"],
    install(seams) {
      documenting(seams, (document, path) => {
        if (path !== "/apis" || !Array.isArray(document.groups)) return document;
        const groups = document.groups.map((group) => {
          const one = asObject(group) ?? {};
          const versions = Array.isArray(one.versions) ? one.versions : [];
          return { ...one, preferredVersion: versions.at(-1) ?? null };
        });
        return { ...document, groups };
      });
    },
  },
  {
    id: "versioning/next-version-preferred",
    area: "versioning",
    description: "The preferred version of a group is one that is not served yet.",
    reason: "The preference was a constant, and was raised before the version was.",
    breaks: ["versioning.preferred-is-listed"],
    install(seams) {
      documenting(seams, (document, path) => {
        if (path !== "/apis" || !Array.isArray(document.groups)) return document;
        const groups = document.groups.map((group) => {
          const one = asObject(group) ?? {};
          const version = "v2";
          const preferredVersion = { groupVersion: `${one.name}/${version}`, version };
          return String(one.name) === "apps" ? { ...one, preferredVersion } : one;
        });
        return { ...document, groups };
      });
    },
  },
  {
    id: "versioning/watch-not-listed",
    area: "versioning",
    description: "The documents of what is served leave out the verb watch.",
    reason: "A watch is a list with a parameter.",
    breaks: ["versioning.types-listed"],
    install(seams) {
      documenting(seams, (document) => {
        if (!Array.isArray(document.resources)) return document;
        const resources = document.resources.map((resource) => {
          const { verbs, ...one } = asObject(resource) ?? {};
          return {
            ...one,
            verbs: (Array.isArray(verbs) ? verbs : []).filter((verb) => verb !== "watch"),
          };
        });
        return { ...document, resources };
      });
    },
  },
  {
    id: "versioning/lists-of-another-kind",
    area: "versioning",
    description: "Lists of flow control have the kind of their objects.",
    reason: "The kind of a list is a field of its own, which new resources left as it was.",
    breaks: ["versioning.listed-resources-served"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const { pathname, searchParams } = new URL(request.url);
          const isList = /\/(flowschemas|prioritylevelconfigurations)$/.test(pathname);
          if (!isList || searchParams.has("watch")) return response;
          return await rewriteJson(response, (body) => ({
            ...body,
            kind: String(body.kind).replace(/List$/, ""),
          }));
        },
      }));
    },
  },
  {
    id: "versioning/listed-version-empty",
    area: "versioning",
    description: "A version of a group that is listed cannot be asked what is in it.",
    reason: "Documents are made for preferred versions.",
    breaks: ["versioning.listed-versions-served"],
    install({ exchange }) {
      exchange(({ discovery }) => ({
        discovery: (path) =>
          /^\/apis\/flowcontrol[^/]*\/v1beta2$/.test(path) ? undefined : discovery(path),
      }));
    },
  },
];
