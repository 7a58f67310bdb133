/**
 * Mutants of conversion between API versions, and of the paths of API versions.
 *
 * @module
 */
import { ApiError, type ApiObject, type JsonObject, notFound } from "@plumbline/server/api";
import { asObject, type Conversion } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { objectsOf } from "../../vocabulary/json.ts";
import { all, type Install, on } from "../../vocabulary/on.ts";
import { versionIn } from "../../vocabulary/results.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { rewriteJson } from "../../vocabulary/exchange.ts";

/** Changes the conversion between the stored and the other API version of a resource. */
function changingConversion(
  name: string,
  change: (conversion: Conversion) => Partial<Conversion>,
): Install {
  return ({ resource }) =>
    resource(({ resource, conversion }) =>
      resource !== name || !conversion
        ? {}
        : { conversion: { ...conversion, ...change(conversion) } }
    );
}

/** Returns a copy without the field at the path. */
function without(object: ApiObject, ...path: readonly string[]): ApiObject {
  const copy = structuredClone(object);
  const within = path.slice(0, -1).reduce<JsonObject | undefined>(
    (inner, step) => asObject(inner?.[step]),
    copy,
  );
  if (within) delete within[path.at(-1)!];
  return copy;
}

/** Answers some paths with 404. */
function hidingPaths(paths: RegExp): Install {
  return wrap("exchange", "readRequestInfo", ({ readRequestInfo }, method, path, watches) => {
    const info = readRequestInfo(method, path, watches);
    return paths.test(path) ? { ...info, version: "v0" } : info;
  });
}

const asBeta = (version: unknown) => `${version}`.replace(/(rbac.*\/)v1$/, "$1v1beta1");

export const conversionMutants = bugs({
  "api-versions/applies-by-version": {
    description:
      "An apply keeps what its manager has applied in another API version, as another manager.",
    reason: "The API version is a part of the key of a manager, as for those of updates.",
    breaks: "api-versions.one-applier",
    install: on("apply").where(({ info }) => info.group.startsWith("flowcontrol."))
      .withSteps(({ patch }) => ({
        patch(write) {
          const { options, definition } = write;
          // The name of the manager carries the version until the entries are written.
          const mark = ` of ${definition.version}`;
          write.options = { ...options, fieldManager: `${options.fieldManager}${mark}` };
          patch(write);
          write.options = options;
        },
      })),
  },
  "api-versions/json-patch-of-stored-version": {
    description: "A JSON patch in another API version than the stored one is applied to that.",
    reason: "Operations were assumed to need no conversion, as they name few fields.",
    breaks: "api-versions.written-in-every-version",
    install: on("json-patch").withSteps(({ readPatch }) => ({
      readPatch(write) {
        readPatch(write);
        if (write.current && !write.view) write.live = write.current.object;
      },
    })),
  },
  "api-versions/hand-size-lost": {
    description: "A PriorityLevelConfiguration read or written in the old API version loses " +
      "`queuing.handSize`.",
    reason: "The conversion copies field by field, and this field was added later.",
    breaks: "api-versions.priority-levels-round-trip",
    install: changingConversion("prioritylevelconfigurations", ({ fromStorage }) => ({
      fromStorage: (object) =>
        without(fromStorage(object), "spec", "limited", "limitResponse", "queuing", "handSize"),
    })),
  },
  "api-versions/distinguisher-lost": {
    description: "A FlowSchema read in the old API version has no `distinguisherMethod`.",
    reason: "The conversion copies field by field, and this field was added later.",
    breaks: "api-versions.flow-schemas-round-trip",
    install: changingConversion("flowschemas", ({ fromStorage }) => ({
      fromStorage: (object) => without(fromStorage(object), "spec", "distinguisherMethod"),
    })),
  },
  "api-versions/volume-size-lost": {
    description: "A CSIStorageCapacity written in the old API version loses `maximumVolumeSize`.",
    reason: "The field did not exist when the conversion was written.",
    breaks: "api-versions.storage-capacities-round-trip",
    install: changingConversion("csistoragecapacities", ({ toStorage }) => ({
      toStorage: (object) => without(toStorage(object), "maximumVolumeSize"),
    })),
  },
  "api-versions/shares-not-renamed": {
    description:
      "A PriorityLevelConfiguration in the old API version shows the new field name of its shares.",
    reason: "Renaming the field in the schema was assumed to convert all versions.",
    breaks: ["api-versions.shares-renamed", "api-versions.priority-levels-round-trip"],
    install: changingConversion("prioritylevelconfigurations", ({ apiVersion }) => ({
      fromStorage: (object) => ({ ...object, apiVersion }),
    })),
  },
  "api-versions/answered-as-stored": {
    description: "A response has the `apiVersion` in which the object is stored.",
    reason: "The fields are converted, and `apiVersion` is taken from the stored type.",
    breaks: "api-versions.response-in-requested-version",
    install(parts) {
      for (const name of ["prioritylevelconfigurations", "flowschemas", "csistoragecapacities"]) {
        changingConversion(name, ({ fromStorage, storedApiVersion }) => ({
          fromStorage: (object) => ({ ...fromStorage(object), apiVersion: storedApiVersion }),
        }))(parts);
      }
    },
  },
  "api-versions/versions-stored-separately": {
    description: "A FlowSchema created in one API version is not found in the other.",
    reason: "The API version is part of the storage key.",
    breaks: "api-versions.reachable-in-every-version",
    install(parts) {
      const madeIn = new Map<string, string>();
      all(
        on("create flowschemas").changeResult((result, { definition }) => {
          const version = versionIn(result);
          if (version) madeIn.set(version.object.metadata.name, definition.version);
          return result;
        }),
        on("get flowschemas").serve(async ({ request: { context, definition }, next }) => {
          const { name } = context.info;
          if ((madeIn.get(name) ?? definition.version) === definition.version) return await next();
          throw notFound(definition, name);
        }),
      )(parts);
    },
  },
  "api-versions/patched-in-stored-version": {
    description:
      "A CSIStorageCapacity cannot be patched in an API version in which it is not stored.",
    reason:
      "The patch is applied to the stored object, and the result is decoded as the requested " +
      "version.",
    breaks: ["api-versions.written-in-every-version", "api-versions.deprecated-still-answers"],
    install: on("patch").withSteps(({ identify }) => ({
      identify(write) {
        const { isOutcome, type: { conversion, kind } } = write;
        if (isOutcome && conversion && kind === "CSIStorageCapacity") {
          throw new ApiError(
            "BadRequest",
            "the API version of the patched object does not match",
          );
        }
        identify(write);
      },
    })),
  },
  "api-versions/lists-of-one-version": {
    description: "A list in one API version omits objects last written in the other.",
    reason: "Lists are read from an index of the API version that wrote the object.",
    breaks: "api-versions.listed-in-every-version",
    install(parts) {
      const written = new Map<string, string>();
      all(
        on("update,patch").changeResult((result, { context, definition }) => {
          written.set(context.info.name, definition.version);
          return result;
        }),
        on("list").changeListed((result, { definition: { conversion, version } }) => {
          const isShown = (name: string) =>
            !conversion || (written.get(name) ?? version) === version;
          return { ...result, versions: result.versions.filter(({ key }) => isShown(key.name)) };
        }),
      )(parts);
    },
  },
  "api-versions/watch-shows-stored-shares": {
    description: "A watch in `v1beta2` shows the shares by their name in `v1beta3`.",
    reason: "Events are sent as they come from the store, with the `apiVersion` of the request.",
    breaks: "api-versions.watched-in-every-version",
    install: on("watch prioritylevelconfigurations")
      .where(({ request }) => request.url.includes("v1beta2"))
      .changeStream((text) =>
        text.replaceAll("assuredConcurrencyShares", "nominalConcurrencyShares")
      ),
  },
  "api-versions/deleted-as-stored": {
    description: "A watch in `v1beta2` shows a deleted FlowSchema in the version it is stored in.",
    reason: "The last state comes from the store as it is, behind the conversion of the others.",
    breaks: "api-versions.watched-in-every-version",
    install: on("watch flowschemas")
      .where(({ request }) => request.url.includes("v1beta2"))
      .changeStream((text) =>
        text.replace(/^\{"type":"DELETED".*$/gm, (line) => line.replaceAll("v1beta2", "v1beta3"))
      ),
  },
  "api-versions/core-group-named": {
    description: "A list in the core group has `apiVersion: core/v1`.",
    reason: "The group has an empty name, and its informal name is written instead.",
    breaks: ["api-versions.core-api-version", "api-versions.listed-resources-served"],
    install: on("list secrets,namespaces").changeList((list) => ({
      ...list,
      apiVersion: "core/v1",
    })),
  },
  "api-versions/group-without-version": {
    description:
      "The response to a create in the group `apps` has an `apiVersion` without the group.",
    reason: "`apiVersion` is taken from the last part of the group and version path.",
    breaks: "api-versions.named-api-version",
    install: on("create").where(({ info }) => info.group === "apps")
      .change((body) => ({ ...body, apiVersion: "v1" })),
  },
  "api-versions/secrets-not-across-namespaces": {
    description: "Secrets cannot be listed across namespaces at `/api/v1/secrets`.",
    reason: "The routes of the core group are written by hand, and this one was forgotten.",
    breaks: ["api-versions.core-group-place", "api-versions.listed-resources-served"],
    install: hidingPaths(/^\/api\/v1\/secrets$/),
  },
  "api-versions/clusterroles-not-served": {
    description: "ClusterRoles are not served below the path of their group.",
    reason: "They were moved to a separate group for cluster-scoped resources.",
    breaks: ["api-versions.named-group-place", "api-versions.listed-resources-served"],
    install: hidingPaths(/^\/apis\/rbac[^/]*\/v1\/clusterroles$/),
  },
  "api-versions/any-version-of-the-group": {
    description:
      "A create accepts an object whose `apiVersion` has the right group and another version.",
    reason: "Only the group is compared.",
    breaks: "api-versions.object-of-another-version-rejected",
    install: on("create").changeText((text, { info }) =>
      text.replace(/"apiVersion":\s*"((?:[^"/]+\/)?)v77"/, `"apiVersion":"$1${info.version}"`)
    ),
  },
  "api-versions/role-binding-as-v1beta1": {
    description: "A get of a RoleBinding returns `apiVersion` with `v1beta1`.",
    reason: "The binding is encoded in the version in which the previous release stored it.",
    breaks: "api-versions.response-in-requested-version",
    install: on("get rolebindings").change(({ apiVersion, ...rest }) => ({
      apiVersion: asBeta(apiVersion),
      ...rest,
    })),
  },
  "api-versions/unlisted-beta-of-bindings": {
    description:
      "ClusterRoleBindings are still served in `v1beta1`, which discovery does not list.",
    reason: "The removed version was taken from the lists, but not from the routes.",
    breaks: "api-versions.unlisted-not-served",
    install: on("* clusterrolebindings").where(({ info }) => info.version === "v1beta1").handle(
      async ({ url, next }) => {
        const response = await next({ path: url.pathname.replace("/v1beta1/", "/v1/") });
        return await rewriteJson(response, ({ apiVersion, items, ...rest }) => ({
          ...rest,
          apiVersion: asBeta(apiVersion),
          ...(Array.isArray(items) && {
            items: objectsOf(items).map((item) => ({
              ...item,
              apiVersion: asBeta(item.apiVersion),
            })),
          }),
        }));
      },
    ),
  },
});
