/**
 * The state of a write, which its steps share.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { Decoded, MalformedValue } from "../../codec/decoded.ts";
import type { ParsedDocument } from "../../codec/json.ts";
import type { ObjectSchema } from "../../codec/schema.ts";
import type { RequestContext } from "../../context.ts";
import type { ApiObject, Json } from "../../object.ts";
import type { ObjectKey, StoredVersion } from "../../storage/storage.ts";
import type { Services, VerbRequest } from "../services.ts";
import {
  type Action,
  keyOf,
  type ObjectView,
  type ResourceDefinition,
  schemaOf,
  storedSchemaOf,
  type Strategy,
} from "../resource.ts";
import type { PatchForm, WriteOptions } from "../write_options.ts";

/**
 * What a client sends: a whole object, a patch, or the configuration of an apply. A `change` is
 * sent by nobody: an action or the server itself computes the new content.
 */
export type WriteForm = "create" | "update" | PatchForm | "apply" | "change";

/**
 * A write in progress. Each step of `write.ts` reads what earlier ones have set; a member says which
 * step sets it. A write that another writer overtakes begins again with `readCurrent`.
 */
export class Write implements VerbRequest {
  readonly registry: Services;
  readonly form: WriteForm;
  readonly context: RequestContext;
  readonly definition: ResourceDefinition;
  readonly strategy: Strategy;
  /** Set for a subresource that shows the object as another kind. */
  readonly view: ObjectView | undefined;
  /** Set for a subresource that acts on the object: nothing is stored in place of it. */
  readonly action: Action | undefined;
  /** The key of the object; a create has no name in it before `store`. */
  readonly key: ObjectKey;
  /** The definition of the document's kind: that of a view or an action, else of the resource. */
  type: ResourceDefinition;
  /** The schema of `type`, as clients send it. */
  schema: ObjectSchema;
  /** The schema of the stored object. */
  readonly storedSchema: ObjectSchema;
  /** True for a write of the object, not of a part of it such as the status. */
  readonly isWhole: boolean;
  /** True for a create or an update, which send a whole object. */
  readonly sendsObject: boolean;
  /** True for a patch other than an apply. */
  readonly isPatch: boolean;

  /** The parameters (readOptions). */
  options!: WriteOptions;
  /** True if nothing is to be stored (readOptions). */
  dryRun = false;
  /** The manager of the changed fields (readOptions); a `change` may have none. */
  manager: string | undefined;

  /** The bytes of a patch other than an apply (readBody), parsed once the object is read. */
  bytes: Uint8Array | undefined;
  /** The parsed body (readBody), then the outcome of a patch or an apply (takeOutcome). */
  document!: ParsedDocument;
  /** True from `takeOutcome` on: the document is the outcome, not the body. */
  isOutcome = false;
  /** The document by the schema of its type, and what was dropped of it (decode). */
  decoded!: Decoded;
  /** The object that was sent, or the outcome, in the stored version (accept). */
  sent: ApiObject | undefined;
  /** The patch (readPatch) or the configuration of an apply (accept). */
  patch!: Json;
  /** The values of a configuration that no object can have (accept). */
  malformed: readonly MalformedValue[] = [];
  /** The fields that occur more than once in a patch (readPatch). */
  duplicates: readonly string[] = [];

  /** The stored object (readCurrent); undefined where the write makes one. */
  current: StoredVersion | undefined;
  /** The stored object as the request's version or view shows it (readPatch). */
  live: ApiObject | undefined;
  /** The patched content (patch). */
  patched!: Json;

  /** The new content of the object (compute); the steps from there on complete it. */
  object!: ApiObject;
  /** Computes the content of a `change`; must not change its argument. */
  change: ((current: ApiObject) => ApiObject) | undefined;
  /** The resourceVersion that a new object names (initializeMeta), which none may. */
  versionAsked: string | undefined;
  /** True if admission has changed the content (mutate): its defaults are set again. */
  isMutated = false;
  /** True if the content, without metadata, differs from the stored one (countGeneration). */
  isChanged = true;
  /** What is wrong with the object (validate). */
  causes: readonly Cause[] = [];

  /** True if nothing blocks the deletion of the object any more (finishDeletion): it is removed. */
  removes = false;
  /** The stored object after the write (store). */
  result!: StoredVersion;
  /** True if another writer was faster (store): the write begins again with `readCurrent`. */
  isOvertaken = false;

  constructor(registry: Services, request: VerbRequest, form: WriteForm) {
    const { context, definition, strategy, view, action } = request;
    this.registry = registry;
    this.form = form;
    this.context = context;
    this.definition = definition;
    this.strategy = strategy;
    this.view = view;
    this.action = action;
    this.key = keyOf(request);
    this.type = action?.definition ?? view?.definition ?? definition;
    this.schema = schemaOf(this.type, registry.dialect);
    this.storedSchema = storedSchemaOf(definition, registry.dialect);
    this.sendsObject = form === "create" || form === "update";
    this.isPatch = !this.sendsObject && form !== "apply" && form !== "change";
    this.isWhole = !context.info.subresource || view !== undefined;
  }
}
