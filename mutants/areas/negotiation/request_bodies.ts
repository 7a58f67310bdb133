/**
 * Mutants of the media types of request bodies, each of one resource type.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import type { Condition } from "../../vocabulary/target.ts";
import { on } from "../../vocabulary/on.ts";

const typeOf = ({ headers }: Request): string => headers.get("content-type") ?? "";

const isJson: Condition = ({ request }) => /json/.test(typeOf(request));

export const requestBodyMutants = bugs({
  "negotiation/charset-of-binding-patch": {
    description: "A merge patch of a RoleBinding with `charset=utf-8` gets 415.",
    reason: "The header is compared as a whole.",
    breaks: "negotiation.content-type-parameters",
    install: on("merge-patch rolebindings").where(({ request }) => typeOf(request).includes(";"))
      .handle(({ next }) => next({ type: "a/b" })),
  },
  "negotiation/role-without-content-type": {
    description: "An update of a ClusterRole without a `Content-Type` gets 415.",
    reason: "Only a create has the default.",
    breaks: "negotiation.json-without-content-type",
    install: on("update clusterroles").where(({ request }) => typeOf(request) === "")
      .handle(({ next }) => next({ type: "a/b" })),
  },
  "negotiation/body-in-chunks-empty": {
    description: "A body without a `Content-Length` is taken for an empty one.",
    reason: "As many bytes are read as the header says, and none where it is absent.",
    breaks: "negotiation.body-in-chunks",
    install: on("create,update,patch").where(({ request }) =>
      request.headers.get("transfer-encoding") === "chunked"
    ).handle(({ next }) => next({ body: "" })),
  },
  "negotiation/secret-updated-before-415": {
    description: "An update of a Secret that gets 415 is stored.",
    reason: "The media type is checked after the body was read as JSON.",
    breaks: "negotiation.unsupported-body-changes-nothing",
    install: on("update secrets").replace(415, async (response, { next }) => {
      await next({ type: "application/json" });
      return response;
    }),
  },
  "negotiation/json-patches-cluster-role": {
    description: "A patch of a ClusterRole as `application/json` is a merge patch.",
    reason: "JSON is the default of all bodies, so it was made one of patches.",
    breaks: "negotiation.unsupported-body-type",
    install: on("patch clusterroles").where(({ request }) => typeOf(request) === "application/json")
      .handle(({ next }) => next({ type: "application/merge-patch+json" })),
  },
  "negotiation/escaped-pair-replaced": {
    description: "An escaped character outside the basic plane becomes two replacement characters.",
    reason: "Each escape is one UTF-16 unit, and half of a pair is no character.",
    breaks: "negotiation.json-spellings",
    install: on("*").where(isJson).changeText((text) =>
      text.replaceAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, "\\ufffd")
    ),
  },
  "negotiation/type-must-be-first": {
    description:
      "An update of a Role whose first member is not `apiVersion` or `kind` is rejected.",
    reason: "The type is read from the beginning of the text, to choose the decoder.",
    breaks: "negotiation.json-spellings",
    install: on("update roles").where(isJson).changeText((text) =>
      /^\s*\{\s*"(apiVersion|kind)"/.test(text) ? text : "[]"
    ),
  },
});
