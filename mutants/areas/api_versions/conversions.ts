/**
 * Faults of objects in several versions, and of where versions are.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import type { Conversion } from "../../../server/registry/conversion.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";
import { answering, rewriteJson, withSteps } from "../../changes.ts";

/** Changes how a resource's other version is made of the stored one, and back. */
function converting(
  { resource }: Seams,
  name: string,
  change: (conversion: Conversion) => Partial<Conversion>,
): void {
  resource(({ resource, conversion }) =>
    resource !== name || !conversion ? {} : { conversion: { ...conversion, ...change(conversion) } }
  );
}

/** A copy without a field below the spec. */
function without(object: ApiObject, ...path: readonly string[]): ApiObject {
  const copy = structuredClone(object);
  const within = path.slice(0, -1).reduce<JsonObject | undefined>(
    (inner, step) => asObject(inner?.[step]),
    copy,
  );
  if (within) delete within[path.at(-1)!];
  return copy;
}

/** Answers some paths as if nothing were there. */
function hiding({ exchange }: Seams, paths: RegExp): void {
  exchange(({ readRequestInfo }) => ({
    readRequestInfo(method, path, watches) {
      const info = readRequestInfo(method, path, watches);
      return paths.test(path) ? { ...info, version: "v0" } : info;
    },
  }));
}

/** The faults. */
export const conversionMutants: readonly Mutant[] = [
  {
    id: "api-versions/queues-lost",
    area: "api-versions",
    description: "A priority level written in the old version loses how it queues.",
    reason: "The conversion is written field by field, and one came later.",
    breaks: ["api-versions.priority-levels-round-trip"],
    install(seams) {
      converting(seams, "prioritylevelconfigurations", ({ fromStorage }) => ({
        fromStorage: (object) =>
          without(fromStorage(object), "spec", "limited", "limitResponse", "queuing", "handSize"),
      }));
    },
  },
  {
    id: "api-versions/distinguisher-lost",
    area: "api-versions",
    description: "A FlowSchema read in the old version lacks how flows are told apart.",
    reason: "The conversion is written field by field, and one came later.",
    breaks: ["api-versions.flow-schemas-round-trip"],
    install(seams) {
      converting(seams, "flowschemas", ({ fromStorage }) => ({
        fromStorage: (object) => without(fromStorage(object), "spec", "distinguisherMethod"),
      }));
    },
  },
  {
    id: "api-versions/volume-size-lost",
    area: "api-versions",
    description: "A capacity changed in the old version loses its largest volume.",
    reason: "The old version did not have the field when it was converted first.",
    breaks: ["api-versions.capacities-round-trip"],
    install(seams) {
      converting(seams, "csistoragecapacities", ({ toStorage }) => ({
        toStorage: (object) => without(toStorage(object), "maximumVolumeSize"),
      }));
    },
  },
  {
    id: "api-versions/shares-of-both-names",
    area: "api-versions",
    description: "The old version shows the shares under their new name.",
    reason: "A renaming in the schema was thought to rename in all versions.",
    breaks: ["api-versions.shares-renamed", "api-versions.priority-levels-round-trip"],
    install(seams) {
      converting(seams, "prioritylevelconfigurations", ({ apiVersion }) => ({
        fromStorage: (object) => ({ ...object, apiVersion }),
      }));
    },
  },
  {
    id: "api-versions/answered-as-stored",
    area: "api-versions",
    description: "An object is answered with the version it is stored in.",
    reason: "The fields are converted, and the name of the version is one of the type.",
    breaks: ["api-versions.answered-in-the-version-asked"],
    install(seams) {
      for (const name of ["prioritylevelconfigurations", "flowschemas", "csistoragecapacities"]) {
        converting(seams, name, ({ fromStorage, storedApiVersion }) => ({
          fromStorage: (object) => ({ ...fromStorage(object), apiVersion: storedApiVersion }),
        }));
      }
    },
  },
  {
    id: "api-versions/each-version-its-own",
    area: "api-versions",
    description: "A FlowSchema that was made in one version is not found in the other.",
    reason: "The version is a part of the key it is stored under.",
    breaks: ["api-versions.reachable-in-every-version"],
    install({ verbs }) {
      const madeIn = new Map<string, string>();
      verbs(({ create, get }) => ({
        async create(registry, request) {
          const result = await create(registry, request);
          if (result.kind === "object" && request.definition.kind === "FlowSchema") {
            madeIn.set(result.version.object.metadata.name, request.definition.version);
          }
          return result;
        },
        async get(registry, request) {
          const { name } = request.context.info;
          const version = madeIn.get(name) ?? request.definition.version;
          const isIts = request.definition.kind !== "FlowSchema" ||
            version === request.definition.version;
          if (isIts) return await get(registry, request);
          throw new ApiError("NotFound", `${request.definition.resource} "${name}" not found`);
        },
      }));
    },
  },
  {
    id: "api-versions/patched-in-stored-version",
    area: "api-versions",
    description: "A capacity cannot be patched in the version it is not stored in.",
    reason: "A patch is applied to what is stored, and what comes of it is read as that.",
    breaks: ["api-versions.written-in-every-version", "api-versions.deprecated-still-answers"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch: withSteps(patch, ({ decodePatched }) => ({
          decodePatched(registry, request, patched, options, duplicates) {
            const { conversion, kind } = request.definition;
            if (conversion && kind === "CSIStorageCapacity") {
              throw new ApiError("BadRequest", "The patched object is of another version");
            }
            return decodePatched(registry, request, patched, options, duplicates);
          },
        })),
      }));
    },
  },
  {
    id: "api-versions/lists-of-one-version",
    area: "api-versions",
    description: "A list in the old version leaves out what was last written in the new one.",
    reason: "Lists are read from an index of the version that wrote.",
    breaks: ["api-versions.listed-in-every-version"],
    install({ verbs }) {
      const written = new Map<string, string>();
      verbs(({ update, patch, list }) => {
        const noting = (handler: typeof update): typeof update => async (registry, request) => {
          const result = await handler(registry, request);
          written.set(request.context.info.name, request.definition.version);
          return result;
        };
        return {
          update: noting(update),
          patch: noting(patch),
          async list(registry, request) {
            const result = await list(registry, request);
            if (result.kind !== "list" || !request.definition.conversion) return result;
            const { version } = request.definition;
            const versions = result.versions.filter(({ key }) =>
              (written.get(key.name) ?? version) === version
            );
            return { ...result, versions };
          },
        };
      });
    },
  },
  {
    id: "api-versions/core-with-group",
    area: "api-versions",
    description: "A list of the core group says that it is of the group core.",
    reason: "The group without a name has one in conversation.",
    breaks: ["api-versions.core-api-version", "api-versions.listed-resources-served"],
    install(seams) {
      answering(seams, ({ pathname }) => /\/(secrets|namespaces)$/.test(pathname), (body) => ({
        ...body,
        ...(String(body.kind).endsWith("List") && { apiVersion: "core/v1" }),
      }));
    },
  },
  {
    id: "api-versions/group-without-version",
    area: "api-versions",
    description: "What is made in a named group is answered with the version alone.",
    reason: "The version was read off the path's last part.",
    breaks: ["api-versions.named-api-version"],
    install(seams) {
      answering(
        seams,
        ({ pathname }, { method }) => method === "POST" && pathname.startsWith("/apis/apps/"),
        (body) => ({ ...body, apiVersion: "v1" }),
      );
    },
  },
  {
    id: "api-versions/core-below-namespaces",
    area: "api-versions",
    description: "Secrets are served below their namespaces, and not across them at /api/v1.",
    reason: "The core group's routes were written by hand, and this one was forgotten.",
    breaks: ["api-versions.core-group-place", "api-versions.listed-resources-served"],
    install: (seams) => hiding(seams, /^\/api\/v1\/secrets$/),
  },
  {
    id: "api-versions/clusterroles-elsewhere",
    area: "api-versions",
    description: "Roles of the cluster are not served at the place of their group.",
    reason: "They were moved to a group of what is in no namespace.",
    breaks: ["api-versions.named-group-place", "api-versions.listed-resources-served"],
    install: (seams) => hiding(seams, /^\/apis\/rbac[^/]*\/v1\/clusterroles$/),
  },
  {
    id: "api-versions/any-version-of-the-group",
    area: "api-versions",
    description: "An object of another version of its group is taken for one of the path's.",
    reason: "Only the group was compared.",
    breaks: ["api-versions.object-of-another-version-refused"],
    install({ verbs }) {
      verbs(({ create }) => ({
        async create(registry, request) {
          const { context, definition } = request;
          const bytes = await context.body();
          const text = new TextDecoder().decode(bytes).replace(
            /"apiVersion":\s*"((?:[^"/]+\/)?)v77"/,
            `"apiVersion":"$1${definition.version}"`,
          );
          const body = () => Promise.resolve(new TextEncoder().encode(text));
          return await create(registry, { ...request, context: { ...context, body } });
        },
      }));
    },
  },
  {
    id: "api-versions/bindings-say-their-old-version",
    area: "api-versions",
    description: "A RoleBinding that is got says that it is of v1beta1.",
    reason: "So it says where it is stored, by the release that this one follows.",
    breaks: ["api-versions.answered-in-the-version-asked"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const { pathname } = new URL(request.url);
          if (request.method !== "GET" || !/\/rolebindings\/[^/]+$/.test(pathname)) return response;
          return await rewriteJson(
            response,
            ({ apiVersion, ...rest }) => ({
              apiVersion: `${apiVersion}`.replace(/(rbac.*\/)v1$/, "$1v1beta1"),
              ...rest,
            }),
          );
        },
      }));
    },
  },
];
