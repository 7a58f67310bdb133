/**
 * The area `negotiation`: media types of requests and responses, Tables, Protobuf and YAML.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { ACCEPT_DETAILS } from "./accept_details.ts";
import { ACCEPT_HEADER } from "./accept_header.ts";
import { OTHER_FORMS } from "./other_forms.ts";
import { PROTOBUF_AND_YAML } from "./protobuf_and_yaml.ts";
import { REQUEST_BODIES } from "./request_bodies.ts";
import { TABLE_OBJECTS } from "./table_objects.ts";
import { TABLES } from "./tables.ts";
import { requirements } from "./requirements.ts";

/** The area `negotiation`. */
export const negotiation: Area = defineArea({
  id: "negotiation",
  requirements,
  checks: [
    ...ACCEPT_HEADER,
    ...ACCEPT_DETAILS,
    ...REQUEST_BODIES,
    ...TABLES,
    ...TABLE_OBJECTS,
    ...PROTOBUF_AND_YAML,
    ...OTHER_FORMS,
  ],
});
