/**
 * Mutants of single operations in a form other than JSON.
 *
 * @module
 */
import { ApiError, badRequest } from "@plumbline/server/api";
import type { JsonObject } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { metadataOf, within, without, withoutMetadata } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { changeObjectIn } from "../../vocabulary/results.ts";
import { type Condition, isProtobuf } from "../../vocabulary/target.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import type { StoredVersion } from "@plumbline/server/storage";

const asksFor = (form: string): Condition => ({ request }) =>
  (request.headers.get("accept") ?? "").includes(form);

const toProtobuf = asksFor("protobuf");
const toYaml = asksFor("yaml");
const isYaml: Condition = ({ request }) =>
  (request.headers.get("content-type") ?? "").includes("/yaml");

const notAcceptable = new ApiError("NotAcceptable", "only the following media types are accepted");

export const everyOperationMutants = bugs({
  "negotiation/yaml-kept-by-generation": {
    description: "A get of a Deployment as YAML shows it as it was when its generation began.",
    reason: "The text is kept until the generation changes, as if all changes were counted.",
    breaks: "resource-versions.get-unset-most-recent",
    install(parts) {
      const kept = new Map<string, StoredVersion>();
      wrap("exchange", "encode", ({ encode }, result, appearance, sending) => {
        const isYaml = appearance.serializer.mediaType === "application/yaml";
        if (result.kind !== "object" || !isYaml || sending.request.method !== "GET") {
          return encode(result, appearance, sending);
        }
        const { uid, generation } = result.version.object.metadata;
        if (generation === undefined) return encode(result, appearance, sending);
        const key = `${uid} ${generation}`;
        const version = kept.get(key) ?? result.version;
        kept.set(key, version);
        return encode({ ...result, version }, appearance, sending);
      })(parts);
    },
  },
  "reviews/identity-not-from-yaml": {
    description: "A SelfSubjectReview in YAML is rejected with 415.",
    reason: "The handler decodes JSON by itself.",
    breaks: "negotiation.yaml-bodies",
    install: on("create selfsubjectreviews").where(isYaml).reject(
      new ApiError("UnsupportedMediaType", "the body of the request was in an unknown format"),
    ),
  },
  "reviews/identity-not-from-protobuf": {
    description: "A SelfSubjectReview in Protobuf is rejected with 400.",
    reason: "The handler decodes JSON by itself.",
    breaks: "negotiation.protobuf-bodies",
    install: on("create selfsubjectreviews").where(isProtobuf).reject(
      badRequest("invalid character 'k' looking for beginning of value"),
    ),
  },

  "negotiation/protobuf-options-without-dry-run": {
    description: "A deletion of a collection does not see `dryRun` in DeleteOptions as Protobuf.",
    reason: "The field has another number than in the options of other writes.",
    breaks: "negotiation.protobuf-bodies",
    install: on("deletecollection").where(isProtobuf).withSteps(({ readDeleteOptions }) => ({
      readDeleteOptions: (body, query) => readDeleteOptions(body && without(body, "dryRun"), query),
    })),
  },
  "negotiation/yaml-options-without-dry-run": {
    description: "A deletion does not see `dryRun` in DeleteOptions as YAML.",
    reason: "The parser of options knows no lists.",
    breaks: "negotiation.yaml-bodies",
    install: on("delete").where(isYaml).withSteps(({ readDeleteOptions }) => ({
      readDeleteOptions: (body, query) => readDeleteOptions(body && without(body, "dryRun"), query),
    })),
  },
  "negotiation/protobuf-identity-without-extra": {
    description: "A SelfSubjectReview that is requested as Protobuf has no extra attributes.",
    reason: "The encoder writes no maps of lists.",
    breaks: "negotiation.protobuf-reviews",
    install: on("create selfsubjectreviews").where(toProtobuf).changeResult((result) =>
      changeObjectIn(result, (object) => {
        const { userInfo } = within(object, "status");
        return { ...object, status: { userInfo: without(within(userInfo), "extra") } };
      })
    ),
  },
  "negotiation/protobuf-reviews-deny": {
    description: "A SubjectAccessReview that is requested as Protobuf is never allowed.",
    reason: "The message has the fields of the request alone, and is filled in as JSON.",
    breaks: "negotiation.protobuf-reviews",
    install: on("create subjectaccessreviews").where(toProtobuf).changeResult((result) =>
      changeObjectIn(result, (review) => ({ ...review, status: { allowed: false } }))
    ),
  },
  "negotiation/yaml-identity-without-groups": {
    description: "A SelfSubjectReview that is requested as YAML has no groups.",
    reason: "The fields of UserInfo that are lists have no name in YAML.",
    breaks: "negotiation.yaml-reviews",
    install: on("create selfsubjectreviews").where(toYaml).changeResult((result) =>
      changeObjectIn(result, (review) => {
        delete within(review, "status", "userInfo").groups;
        return review;
      })
    ),
  },
  "negotiation/deletions-not-in-protobuf": {
    description: "A delete whose response is requested as Protobuf gets 406, after the deletion.",
    reason: "The Status has no serializer but the one of errors.",
    breaks: "negotiation.protobuf-for-every-operation",
    install: on("delete").where(toProtobuf).changeResponse(async (response) => {
      if (!response.ok) return response;
      await response.body?.cancel();
      return Response.json(notAcceptable.toStatus("svc.io"), { status: 406 });
    }),
  },
  "negotiation/statuses-not-in-yaml": {
    description: "A get of `/status` as YAML is answered in JSON.",
    reason: "The subresource has a list of media types of its own.",
    breaks: "negotiation.yaml-for-every-operation",
    install: on("get deployments/status").where(toYaml)
      .handle(({ next }) => next({ accept: "application/json" })),
  },
  "negotiation/protobuf-creates-without-labels": {
    description: "A ClusterRole that is created from Protobuf loses its labels.",
    reason: "The decoder skips maps in messages of two levels.",
    breaks: "negotiation.protobuf-bodies",
    install: on("create clusterroles").where(isProtobuf).withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        if (write.sent) write.sent = withoutMetadata(write.sent, "labels");
      },
    })),
  },
  "negotiation/protobuf-reviews-without-groups": {
    description: "A SubjectAccessReview in Protobuf is decided and returned without its groups.",
    reason: "The field number of `groups` was that of another version.",
    breaks: "negotiation.protobuf-bodies",
    install: on("create subjectaccessreviews").where(isProtobuf).serve(({ request, next }) => {
      const { definition } = request;
      const answer: typeof definition.answer = (object, place) =>
        definition.answer!({ ...object, spec: without(within(object, "spec"), "groups") }, place);
      return next({}, { definition: { ...definition, answer } });
    }),
  },
  "negotiation/yaml-options-unread": {
    description: "A delete with DeleteOptions in YAML ignores its preconditions.",
    reason: "Only a body in JSON is looked for.",
    breaks: "negotiation.yaml-bodies",
    install: on("delete roles").where(isYaml)
      .handle(({ next }) => next({ body: "", type: "application/json" })),
  },
  "negotiation/protobuf-without-annotations": {
    description: "A get of a RoleBinding as Protobuf shows no annotations.",
    reason: "Annotations were left out of the message, as clients did not read them.",
    breaks: ["exchanges.one-state-per-version", "negotiation.protobuf-raw"],
    install: on("get rolebindings").where(toProtobuf).changeResult((result) =>
      changeObjectIn(result, (object) => withoutMetadata(object, "annotations"))
    ),
  },
  "negotiation/protobuf-rules-without-names": {
    description: "Items of lists of Roles as Protobuf have rules without `resourceNames`.",
    reason: "The encoder of rules is older than the field.",
    breaks: ["exchanges.one-state-per-version", "negotiation.protobuf-raw"],
    install: on("list roles").where(toProtobuf).changeListed((list) => ({
      ...list,
      versions: list.versions.map((version) => ({
        ...version,
        encodings: new Map(),
        object: {
          ...version.object,
          rules: (version.object.rules as JsonObject[] | undefined ?? [])
            .map((rule) => without(rule, "resourceNames", "verbs")),
        },
      })),
    })),
  },
  "negotiation/yaml-returns-text": {
    description: "A Secret that is read as YAML shows `stringData` with the decoded `data`.",
    reason: "YAML is for people, who do not read base64.",
    breaks: "secrets.string-data-not-in-reads",
    install: on("get secrets").where(toYaml).changeResult((result) =>
      changeObjectIn(result, (object) => ({
        ...object,
        stringData: Object.fromEntries(
          Object.entries(within(object, "data")).map(([key, value]) => [key, atob(String(value))]),
        ),
      }))
    ),
  },
  "negotiation/tables-show-old-labels": {
    description: "The rows of a Table of ClusterRoles show the first labels that a role had.",
    reason: "Rows are cached by uid.",
    breaks: "exchanges.one-state-per-version",
    install(parts) {
      const first = new Map<string, JsonObject>();
      on("list,get clusterroles").changeTable((table) => ({
        ...table,
        rows: (table.rows as JsonObject[] | null ?? []).map((row) => {
          const metadata = metadataOf(row.object);
          const uid = String(metadata.uid);
          const labels = first.get(uid) ?? within(metadata, "labels");
          first.set(uid, labels);
          const object = { ...within(row, "object"), metadata: { ...metadata, labels } };
          return { ...row, object };
        }),
      }))(parts);
    },
  },
});
