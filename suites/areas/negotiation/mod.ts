/**
 * The area `negotiation`: media types of requests and responses, Tables, Protobuf and YAML.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { ACCEPT_DETAILS } from "./accept_details.ts";
import { ACCEPT_HEADER } from "./accept_header.ts";
import { DEFAULT_FORM } from "./default_form.ts";
import { EVERY_OPERATION, METADATA_OF_BODIES } from "./every_operation.ts";
import { JSON_SPELLINGS } from "./json_spellings.ts";
import { MALFORMED_PROTOBUF } from "./malformed_protobuf.ts";
import { OTHER_FORMS } from "./other_forms.ts";
import { OTHER_READS } from "./other_reads.ts";
import { PROTOBUF_AND_YAML } from "./protobuf_and_yaml.ts";
import { REQUEST_BODIES } from "./request_bodies.ts";
import { TABLE_OBJECTS } from "./table_objects.ts";
import { TABLES } from "./tables.ts";
import { WATCH_FORMS } from "./watch_forms.ts";
import { requirements } from "./requirements.ts";

/** The area `negotiation`. */
export const negotiation: Area = defineArea({
  id: "negotiation",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces([
    ...forAnyType(ACCEPT_HEADER),
    ...forAnyType(ACCEPT_DETAILS),
    ...forAnyType(REQUEST_BODIES),
    ...forAnyType(TABLES),
    ...forAnyType(TABLE_OBJECTS),
    ...forAnyType(PROTOBUF_AND_YAML),
    ...forAnyType(OTHER_FORMS),
    ...forAnyType(OTHER_READS),
    ...forAnyType(JSON_SPELLINGS),
    ...EVERY_OPERATION,
    ...DEFAULT_FORM,
    ...METADATA_OF_BODIES,
    ...forAnyType(MALFORMED_PROTOBUF),
    ...forAnyType(WATCH_FORMS),
  ]),
});
