/**
 * A check of the one spelling of bytes in base64.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { secret } from "../../resources/secret.ts";
import { rejected } from "../../session/objects.ts";
import { changeRequest } from "../../session/write_forms.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { emptySecret } from "./data_writes.ts";
import { verify } from "../../verify.ts";

/** Texts that decoders accept, and what RFC 4648 section 4 encodes the same bytes as. */
const SPELLINGS = {
  "QR==": "QQ==",
  "Qf==": "QQ==",
  "QUJDQUJ=": "QUJDQUI=",
  "QUK=": "QUI=",
  "QUJDQU\nI=": "QUJDQUI=",
  "QUJD\r\n": "QUJD",
} as const;

interface EncodingCase {
  readonly value: keyof typeof SPELLINGS;
  /** The form of the write; undefined for a create. */
  readonly form: "update" | undefined;
}

/** The check of the encoding. */
export const DATA_ENCODING: readonly Check[] = [
  property<EncodingCase>({
    id: "secrets/data-encoding",
    title:
      "A value of `data` is returned without bits beyond its last byte and without line breaks",
    requirements: ["secrets.data-encoding"],
    ...enumerated(() =>
      combinations<EncodingCase>({
        value: Object.keys(SPELLINGS) as EncodingCase["value"][],
        form: [undefined, "update"],
      }, 0)
    ),
    run: async (scope, { value, form }) => {
      const empty = emptySecret(scope);
      const sent = { data: { a: value } };
      scope.note(form ?? "create");
      const created = await scope.create(secret, form ? empty : { ...empty, ...sent });
      if (form && created.status >= 400) throw rejected(created, "no secret could be created");
      const written = form
        ? await scope.send(changeRequest(scope, secret, asObject(created.json) ?? {}, form, sent))
        : created;
      // A server may accept nothing but what it would return.
      if (written.status >= 400) return;
      const path = pathOfObject(scope, secret, empty);
      const read = await scope.send({ method: "GET", path });
      for (const { json } of [written, read]) {
        verify("secrets.data-encoding", {
          expected: SPELLINGS[value],
          actual: asObject(asObject(json)?.data)?.a ?? "no value",
        });
      }
    },
  }),
];
