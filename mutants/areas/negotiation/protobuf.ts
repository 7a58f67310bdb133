/**
 * Mutants of Protobuf.
 *
 * @module
 */
import { type Bytes, concatenate, type Serializer } from "@plumbline/server/parts";
import type { JsonObject } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { changingAppearance, notAcceptable } from "./helpers.ts";
import { objectsOf, within } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { changeObjectIn } from "../../vocabulary/results.ts";
import { accepts, isProtobuf } from "../../vocabulary/target.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Changes the Protobuf serializer. */
const changingProtobuf = (
  change: (serializer: Serializer, isList: boolean) => Partial<Serializer>,
) =>
  changingAppearance((appearance, { isList }) => {
    const { serializer } = appearance;
    if (!serializer.cacheKey.startsWith("protobuf")) return appearance;
    const cacheKey = `${serializer.cacheKey} changed`;
    const changed = { ...serializer, ...change(serializer, isList), cacheKey };
    return { ...appearance, serializer: changed };
  });

/** Encodes a string field of a message. */
function textField(number: number, text: string): Bytes {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array([number * 8 + 2, bytes.length, ...bytes]);
}

export const protobufMutants = bugs({
  "negotiation/protobuf-generation-of-32-bits": {
    description: "In Protobuf `observedGeneration` has its lower 32 bits alone.",
    reason: "The field was declared like the counters beside it, as an int32.",
    breaks: ["deployments.status-read-back", "exchanges.one-state-per-version"],
    install: changingProtobuf(({ encode }) => ({
      encode(value) {
        const cut = (object: JsonObject): JsonObject => {
          const status = within(object, "status");
          const { observedGeneration } = status;
          if (typeof observedGeneration !== "number") return object;
          return { ...object, status: { ...status, observedGeneration: observedGeneration | 0 } };
        };
        return encode(
          Array.isArray(value.items)
            ? { ...value, items: objectsOf(value.items).map(cut) }
            : cut(value),
        );
      },
    })),
  },
  "negotiation/protobuf-data-as-text": {
    description: "Values of a Secret that are no UTF-8 are changed in Protobuf.",
    reason: "The values are decoded to text before they are written as bytes.",
    breaks: "exchanges.one-state-per-version",
    install: changingProtobuf(({ encode }) => ({
      encode(value) {
        const changed = (object: JsonObject): JsonObject =>
          object.kind !== "Secret" ? object : {
            ...object,
            data: Object.fromEntries(
              Object.entries(within(object, "data")).map(([key, text]) => [
                key,
                new TextEncoder().encode(
                  new TextDecoder().decode(Uint8Array.fromBase64(String(text))),
                ).toBase64(),
              ]),
            ),
          };
        return encode(
          Array.isArray(value.items)
            ? { ...value, items: objectsOf(value.items).map(changed) }
            : changed(value),
        );
      },
    })),
  },
  "negotiation/deletion-envelope-names-object": {
    description: "The answer to a delete of a Role as Protobuf has an envelope of kind Role.",
    reason: "The envelope is made from the type of the path, whatever the message is.",
    breaks: "negotiation.protobuf-type-meta",
    install: on("delete roles").changeResponse(async (response, { info }) => {
      const isProtobuf = response.headers.get("content-type")?.includes("protobuf");
      if (!isProtobuf || !response.ok) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const version = textField(1, `${info.group}/${info.version}`);
      const meta = concatenate([version, textField(2, "Role")]);
      // The bytes are the magic ones, the type with its length, and the message.
      const head = [...bytes.subarray(0, 4), 10, meta.length];
      const body = concatenate([new Uint8Array(head), meta, bytes.subarray(6 + bytes[5]!)]);
      const headers = new Headers(response.headers);
      headers.delete("content-length");
      return new Response(body, { status: response.status, headers });
    }),
  },
  "negotiation/protobuf-wire-types-ignored": {
    description: "An update as Protobuf may give the name as a number, whose bytes are the text.",
    reason: "The number of a field selects how it is read, whatever its wire type is.",
    breaks: "negotiation.protobuf-types-checked",
    install: on("update").where(isProtobuf).handle(async ({ info, bytes, next }) => {
      const body = await bytes();
      const at = new TextDecoder("latin1").decode(body).indexOf(info.name) - 2;
      if (body[at] === 8) body[at] = 10;
      return await next({ body });
    }),
  },
  "negotiation/protobuf-watch-not-acceptable": {
    description: "A watch of RoleBindings as Protobuf gets 406.",
    reason: "The stream has a serializer of its own, which is registered for few types.",
    breaks: "negotiation.protobuf-watch",
    install: changingAppearance((appearance, { definition }, { info }) => {
      const isProtobuf = appearance.serializer.cacheKey.startsWith("protobuf");
      if (!isProtobuf || info.verb !== "watch") return appearance;
      if (definition?.kind === "RoleBinding") throw notAcceptable("Protobuf");
      return appearance;
    }),
  },
  "negotiation/protobuf-of-any-version": {
    description: "An update of a ClusterRole as Protobuf may name another version of the group.",
    reason: "Only the kind in the envelope is compared, as it selects the message.",
    breaks: "negotiation.protobuf-type-checked",
    install: on("update clusterroles").where(isProtobuf).handle(async ({ bytes, next }) => {
      const body = await bytes();
      const at = new TextDecoder("latin1").decode(body.subarray(0, 60)).indexOf("/v2");
      if (at >= 0) body[at + 2] = "1".charCodeAt(0);
      return await next({ body });
    }),
  },
  "negotiation/deployments-without-protobuf": {
    description: "Deployments cannot be requested as Protobuf.",
    reason: "Messages are generated for a list of groups that does not include `apps`.",
    breaks: ["negotiation.protobuf-served", "negotiation.some-acceptable-type"],
    install: changingAppearance((appearance, { definition }) => {
      const isProtobuf = appearance.serializer.cacheKey.startsWith("protobuf");
      if (definition?.kind === "Deployment" && isProtobuf) throw notAcceptable("Protobuf");
      return appearance;
    }),
  },
  "negotiation/protobuf-generic-content-type": {
    description: "A single object in Protobuf has the Content-Type `application/x-protobuf`.",
    reason: "The media type of the web framework is used.",
    breaks: [
      "negotiation.protobuf-content-type",
      "negotiation.first-supported-type",
      "negotiation.some-acceptable-type",
    ],
    install: changingProtobuf((_serializer, isList) =>
      isList ? {} : { mediaType: "application/x-protobuf" }
    ),
  },
  "negotiation/lists-without-magic": {
    description: "A list in Protobuf lacks the magic bytes.",
    reason: "The items have them, so they were omitted for the list.",
    breaks: "negotiation.protobuf-envelope",
    install: changingProtobuf(({ encode }, isList) =>
      isList ? { encode: (value) => encode(value).slice(4) } : {}
    ),
  },
  "negotiation/list-of-item-kind": {
    description: "The Protobuf envelope of a list has the kind of its items.",
    reason: "The kind is looked up by resource.",
    breaks: "negotiation.protobuf-type-meta",
    install: changingProtobuf(({ encode }, isList) => ({
      encode(value) {
        const bytes = encode(value);
        const kind = `${value.kind}`;
        if (!isList || !kind.endsWith("List")) return bytes;
        const typeMeta = concatenate([
          textField(1, `${value.apiVersion}`),
          textField(2, kind.slice(0, -4)),
        ]);
        // The last value of a field counts.
        return concatenate([bytes, new Uint8Array([10, typeMeta.length]), typeMeta]);
      },
    })),
  },
  "negotiation/protobuf-without-names": {
    description: "Items of a list in Protobuf have no name.",
    reason: "The name is part of the storage key and missing from the stored message.",
    breaks: "negotiation.protobuf-raw",
    install: changingProtobuf(({ encode }) => ({
      encode: (value) =>
        encode(
          Array.isArray(value.items)
            ? {
              ...value,
              items: (value.items as JsonObject[]).map((item) => ({
                ...item,
                metadata: { ...item.metadata as JsonObject, name: "" },
              })),
            }
            : value,
        ),
    })),
  },
  "negotiation/envelope-says-identity": {
    description:
      "The Protobuf envelope has the content encoding `identity` instead of an empty one.",
    reason: "`identity` is HTTP's name for no encoding.",
    breaks: ["negotiation.protobuf-encoding", "negotiation.protobuf-accepted"],
    install: changingProtobuf(({ encode }) => ({
      encode: (value) => concatenate([encode(value), textField(3, "identity")]),
    })),
  },
  "negotiation/stated-content-type-rejected": {
    description: "A Protobuf body whose envelope states a `contentType` is rejected.",
    reason: "The decoder supports the default of the field only, so it rejects all else.",
    breaks: "negotiation.protobuf-envelope-read",
    install: on("update").where(isProtobuf).handle(async ({ bytes, next }) =>
      new TextDecoder().decode((await bytes()).subarray(-10)).includes("protobuf")
        ? next({ type: "application/json" })
        : next()
    ),
  },
  "negotiation/envelope-of-one-order": {
    description:
      "A Protobuf body of a Role is rejected if its envelope does not begin with its type.",
    reason: "The decoder reads the fields in the order of the table.",
    breaks: "negotiation.protobuf-envelope-read",
    install: on("update roles").where(isProtobuf).handle(async ({ bytes, next }) =>
      (await bytes())[4] === 0x0a ? next() : next({ type: "application/json" })
    ),
  },
  "negotiation/protobuf-loses-labels": {
    description: "An update in Protobuf removes all labels.",
    reason: "The decoder supports only one of the two encodings of maps.",
    breaks: "negotiation.protobuf-accepted",
    install: on("update").withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        const metadata: JsonObject = write.sent!.metadata;
        const type = write.context.request.headers.get("content-type") ?? "";
        if (type.includes("protobuf")) delete metadata.labels;
      },
    })),
  },
  "negotiation/protobuf-loses-a-key": {
    description: "An update of a Secret in Protobuf removes the key `__proto__` of `data`.",
    reason: "Entries are assigned to an object, and `__proto__` is no key of it.",
    breaks: "negotiation.protobuf-accepted",
    install: on("update secrets").withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        const type = write.context.request.headers.get("content-type") ?? "";
        if (type.includes("protobuf")) delete within(write.sent!, "data")["__proto__"];
      },
    })),
  },
  "negotiation/protobuf-errors-internal": {
    description: "An error about a RoleBinding is 500 if the request accepts Protobuf.",
    reason: "The encoder of errors does not know the media type.",
    breaks: "negotiation.error-in-any-form",
    install: wrap("exchange", "refuse", ({ refuse }, error, request, dialect) => {
      const isProtobuf = request.headers.get("accept") === dialect.protobuf;
      return isProtobuf && request.url.includes("/rolebindings/")
        ? Promise.resolve(new Response("Internal Server Error", { status: 500 }))
        : refuse(error, request, dialect);
    }),
  },
  "negotiation/third-magic-byte-ignored": {
    description: "The third magic byte of a ClusterRole in Protobuf may be any.",
    reason: "Only the letters that name the format were compared, and one was forgotten.",
    breaks: "negotiation.protobuf-magic-required",
    install: on("update,patch clusterroles").where(isProtobuf).handle(async ({ bytes, next }) => {
      const body = await bytes();
      body[2] = 0x73;
      return await next({ body });
    }),
  },
  "negotiation/protobuf-generates-no-name": {
    description: "A create of a Secret as Protobuf ignores `generateName`, and has no name.",
    reason: "The decoder skips the second field of the metadata, which the type did not have.",
    breaks: "negotiation.protobuf-bodies",
    install: on("create secrets").where(isProtobuf).withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        const metadata: JsonObject = write.sent!.metadata;
        delete metadata.generateName;
      },
    })),
  },
  "negotiation/protobuf-resets-no-owners": {
    description: "An update as Protobuf with one empty `managedFields` entry resets nothing.",
    reason: "An empty message has no bytes, and is taken for an absent field.",
    breaks: "negotiation.protobuf-bodies",
    install: on("update").where(isProtobuf).withSteps(({ accept }) => ({
      accept(write) {
        accept(write);
        const metadata: JsonObject = write.sent!.metadata;
        const [entry, ...others] = objectsOf(metadata.managedFields);
        const isReset = entry && others.length === 0 && Object.keys(entry).length === 0;
        if (isReset) delete metadata.managedFields;
      },
    })),
  },
  "negotiation/protobuf-drops-empty-data": {
    description: "A Secret as Protobuf lacks the keys of `data` whose value is empty.",
    reason: "Zero values are left out, entries of maps among them.",
    breaks: "negotiation.protobuf-accepted",
    install: on("get secrets").where(accepts(".protobuf")).changeResult((result) =>
      changeObjectIn(result, (object) => ({
        ...object,
        data: Object.fromEntries(
          Object.entries(within(object, "data")).filter(([, value]) => value !== ""),
        ),
      }))
    ),
  },
});
