/**
 * The rules: which parts of the server's sources no check can judge, and why.
 *
 * @module
 */
import { inFiles, type Rule } from "./rule.ts";
import { MESSAGES } from "./rule_messages.ts";

/** All rules. */
export const RULES: readonly Rule[] = [
  ...MESSAGES,
  ...inFiles({
    "kubernetes/access/issued_tokens.ts": undefined,
    "kubernetes/access/token_audiences.ts": undefined,
    "kubernetes/admission/account_tokens.ts": undefined,
    "kubernetes/admission/autoscalers.ts": undefined,
    "kubernetes/admission/certificate_requests.ts": undefined,
    // Only webhooks and Services have plugins with these hooks.
    "admission/chain.ts": ["mutate", "allocate"],
    "kubernetes/admission/pod_classes.ts": undefined,
    "kubernetes/admission/service_addresses.ts": undefined,
    "kubernetes/custom_resources/*.ts": undefined,
    "kubernetes/policies/*.ts": undefined,
    "kubernetes/initial_cluster.ts": undefined,
    "registry/actions.ts": undefined,
    "kubernetes/resources/address_rules.ts": undefined,
    "kubernetes/resources/admission_policies.ts": undefined,
    "kubernetes/resources/api_service.ts": undefined,
    "kubernetes/resources/apps/*.ts": undefined,
    "kubernetes/resources/autoscaling/*.ts": undefined,
    "kubernetes/resources/batch/*.ts": undefined,
    "kubernetes/resources/certificates.ts": undefined,
    "resources/columns.ts": undefined,
    "kubernetes/resources/core/*.ts": undefined,
    "resources/define_kind.ts": undefined,
    "kubernetes/resources/device_rules.ts": undefined,
    "kubernetes/resources/devices.ts": undefined,
    "kubernetes/resources/local_api_services.ts": undefined,
    "resources/field_rules.ts": undefined,
    "kubernetes/resources/networking.ts": undefined,
    "kubernetes/resources/networking_rules.ts": undefined,
    "kubernetes/resources/other_kinds.ts": undefined,
    "kubernetes/resources/policy.ts": undefined,
    "kubernetes/resources/release.ts": undefined,
    "resources/rules.ts": undefined,
    "kubernetes/resources/storage.ts": undefined,
    "kubernetes/resources/storage_rules.ts": undefined,
    "kubernetes/resources/token_review.ts": undefined,
    "kubernetes/resources/webhook_configuration.ts": undefined,
    "kubernetes/webhooks/*.ts": undefined,
  }, {
    kind: "allowed",
    reason: "The specification does not describe the kinds that these files define.",
  }),
  ...inFiles({
    "discovery/openapi*.ts": undefined,
    "codec/openapi_schema.ts": undefined,
  }, {
    kind: "allowed",
    reason: "The specification does not mention OpenAPI documents.",
  }),
  ...inFiles({
    "access/bootstrap_policy.ts": undefined,
    "bootstrap.ts": undefined,
    "flow_control_defaults.ts": undefined,
  }, {
    kind: "allowed",
    reason: "The specification names no objects that exist from the start.",
  }),
  ...inFiles({
    "resources/flow_schema.ts": [
      ...["VERBS", "METHODS", "MOST_PRECEDENCE", "EXEMPT", "SUBJECTS", "itemsOf"],
      ...["validateFlowSchema", "validatePrecedence", "validateRule", "validateSubject"],
      ...["validateServiceAccount", "validateResourceRule", "validateNamespaces"],
      ...["validateNonResourceRule", "urlError", "validateVerbs", "aloneIfStar"],
    ],
    "resources/priority_level.ts": [
      ...["TYPES", "RESPONSES", "EXEMPT", "MOST_QUEUES", "MOST_ENTROPY", "validatePriorityLevel"],
      ...["validateLimited", "validateResponse", "validateQueuing", "validateHand", "positive"],
      ...["isBetween"],
    ],
    "resources/flow_control.ts": [
      "validateConditions",
      "keepStatus",
      "KEPT_METADATA",
      "statusStrategy",
    ],
    "resources/csi_storage_capacity.ts": ["validate", "validateUpdate", "needsVersion"],
  }, {
    kind: "allowed",
    reason: "The specification does not show the fields of flow control and storage capacity.",
  }),
  ...inFiles({
    "kubernetes/resources/pod_template_rules.ts": undefined,
    "kubernetes/resources/disabled_fields.ts": undefined,
    "kubernetes/resources/pods/*.ts": undefined,
    "kubernetes/resources/warnings.ts": undefined,
  }, {
    kind: "allowed",
    reason: "The specification does not show the fields of a PodTemplateSpec.",
  }),
  ...inFiles({ "health/checks.ts": ["healthChecks"] }, {
    kind: "allowed",
    reason: "The specification names no health check.",
  }),
  ...inFiles({ "resources/secret.ts": ["RULES", "needs", "needsJson", "validateType"] }, {
    kind: "allowed",
    reason: "The specification does not show which keys a type of Secrets requires.",
  }),
  ...inFiles({
    "admission/garbage_collection.ts": undefined,
    "registry/object_meta.ts": [
      ...["validateOwnerReferences", "validateReference", "dropRepeatedOwners"],
    ],
    "registry/delete.ts": ["ORPHAN", "FOREGROUND", "FINALIZER_OF"],
    "registry/write_options.ts": ["orphans", "validatePolicy", "isBoolean"],
  }, {
    kind: "allowed",
    reason: "The specification shows neither owner references nor the propagation policies.",
  }),
  ...inFiles({
    "resources/age.ts": undefined,
    "resources/deployment.ts": ["columns", "ofContainers", "numberAt", "selectorText"],
    "resources/label_selector.ts": ["selectorText", "labelSelectorText", "expressionText"],
    "resources/rbac.ts": ["columns", "subjects"],
    "resources/secret.ts": ["columns"],
    "resources/namespace.ts": ["columns", "phaseOf"],
    "resources/flow_schema.ts": ["COLUMNS", "column", "missesLevel"],
    "resources/priority_level.ts": ["COLUMNS", "column", "limitedOf", "queuingOf", "shown"],
  }, {
    kind: "allowed",
    reason: "The columns of a table definition of a resource's own are left open.",
  }),
  ...inFiles({ "resources/scale.ts": undefined, "resources/deployment.ts": ["views", "scale"] }, {
    kind: "allowed",
    reason: "The specification has no subresource scale.",
  }),
  ...inFiles({
    "discovery/discovery.ts": undefined,
    "resources/*.ts": ["shortNames", "categories", "singular"],
  }, {
    kind: "allowed",
    reason: "The specification does not show discovery documents.",
  }),
  ...inFiles({
    "resources/namespace.ts": [
      ...["nameRule", "unsupportedVerbs", "selectableFields", "applyDefaults", "strategy"],
      ...["subresources", "labelsOf", "markFinalizing"],
    ],
  }, {
    kind: "allowed",
    reason: "The specification does not show the fields of namespaces.",
  }),
  ...inFiles({
    "http/response.ts": ["compress", "acceptsGzip", "zip", "isLarge", "THRESHOLD", "LEVEL"],
  }, {
    kind: "allowed",
    reason: "Whether and how responses are compressed is left open.",
  }),
  ...inFiles({
    "http/response.ts": ["respond.headers"],
  }, {
    kind: "allowed",
    reason: "The specification does not mention caching of responses.",
  }),
  ...inFiles({
    "parts.ts": undefined,
    "state/objects.ts": undefined,
    "state/snapshots.ts": undefined,
    "state/stored_resources.ts": undefined,
    "client/*.ts": undefined,
    "create_server.ts": ["urlHost", "reportInternalError", "close", "context", "serverClient(0)"],
    "sources.ts": ["AdjustableClock.advance", "AdjustableClock.now"],
    "http/tls.ts": undefined,
  }, {
    kind: "unreachable",
    reason: "Only the program that embeds the server uses this: plugins, snapshots, the clock.",
  }),
  ...inFiles({ "kubernetes/players/*.ts": undefined }, {
    kind: "unreachable",
    reason: "Only who starts the server turns on players, which change objects as controllers do.",
  }),
  ...inFiles({
    "stores/file/file_store.ts": undefined,
    "stores/file/*.ts": undefined,
    "create_server.ts": ["dataOf", "generated", "droppedWarning"],
    "pipeline.ts": ["answerDurably", "unwritable"],
    "registry/verbs.ts": ["durable"],
    "storage/memory_storage.ts": ["replay", "stateAt"],
    "storage/partition.ts": ["load"],
  }, {
    kind: "unreachable",
    reason: "Only a server with a data file uses this; it has tests of its own.",
  }),
  ...inFiles({
    "codec/scalar.ts": [
      ...["DECIMAL_UNITS", "BINARY_UNITS", "NANO", "QUANTITY", "parseQuantity", "dividedUp"],
      ...["canonicalQuantity", "spellBinary", "spellDecimal"],
    ],
    "codec/protobuf/well_known_types.ts": ["quantity"],
    "codec/defaults.ts": ["plan.inner", "setEmptyValue"],
    "codec/default_values.ts": ["CONSTANTS"],
    "codec/default_rules.ts": [
      ...["defaultPullPolicy", "defaultPodSpec"],
      ...["exposeOnHost", "defaultVolume", "roundQuantities", "isLatest", "MAX_LENGTH"],
      ...["COMPONENT", "LABEL", "DOMAIN", "TAG", "DIGEST", "REFERENCE"],
    ],
    "codec/missing_fields.ts": ["MAY_BE_EMPTY"],
  }, {
    kind: "allowed",
    reason: "Only fields of a PodTemplateSpec have these types and defaults; they are not shown.",
  }),
  ...inFiles({
    "codec/yaml_parser.ts": [
      ...["CONTROL", "MAX_NESTING", "MAX_OPEN_TOKENS", "GROWTH_BY_ALIASES", "#spend", "#merge"],
      ...["isMergeKey", "scalarTag", "integerOf", "floatOf", "TRUE", "BOOLEAN", "INTEGER"],
      ...["FLOAT", "yamlError"],
    ],
    "codec/yaml.ts": ["isInline", "textOf", "isObject", "PLAIN", "RESERVED", "UNPRINTABLE"],
  }, {
    kind: "allowed",
    reason: "Which spellings and how much of YAML a server reads and writes is left open.",
  }),
  ...inFiles({
    "apply/manager_names.ts": [
      ...["MAX_MANAGER_NAME", "MAX_SUBRESOURCE", "UNPRINTABLE", "PLAIN", "sizeOf", "codePoint"],
      ...["validateManagerName", "tooLongCause", "nameOfUserAgent"],
    ],
    "apply/managers.ts": ["MAX_UPDATERS", "ANCIENT_CHANGES", "ageOf", "limitUpdaters"],
  }, {
    kind: "allowed",
    reason: "The specification shows neither limits of managers nor the one without fieldManager.",
  }),
  ...inFiles({
    "apply/managers.ts": [
      "readSentManagers",
      "readSentManager",
      "readSet",
      "validateManagedFields",
    ],
    "apply/field_set.ts": ["readFieldSet", "readEntry"],
    "apply/path_elements.ts": ["readKeys", "readElement"],
  }, {
    kind: "allowed",
    reason: "What a write with malformed managedFields does is left open.",
  }),
  ...inFiles({
    "apply/apply.ts": [
      ...["BEFORE_FIRST_APPLY", "CLIENT_SIDE_APPLIER", "LAST_APPLIED", "ANNOTATIONS_LIMIT"],
      ...["fieldsLastApplied", "refreshLastApplied", "annotationsOf", "readAnnotation"],
      ...["writeAnnotation", "sortKeys", "sizeOf", "managersBefore"],
    ],
  }, {
    kind: "allowed",
    reason: "The specification does not mention client-side apply, from which these fields come.",
  }),
  ...inFiles({ "apply/apply.ts": ["hasEmptyParts"] }, {
    kind: "allowed",
    reason:
      "Whether an object without content stays is left open; what no manager owns in it is set anew.",
  }),
  ...inFiles({ "apply/managers.ts": ["compareManagers", "compareTexts", "sameButTime"] }, {
    kind: "allowed",
    reason: "The order and the times of the records in managedFields are left open.",
  }),
  ...inFiles({ "apply/apply.ts": ["sorted", "messageOf"] }, {
    kind: "allowed",
    reason: "The wording of a message for people is left open.",
  }),
  ...inFiles({ "access/service_account.ts": undefined }, {
    kind: "allowed",
    reason: "The specification does not show the user names and groups of service accounts.",
  }),
  ...inFiles({
    "codec/patch.ts": [
      ...["sizeOf", "addCopy", "checkCount", "checkSteps", "partsOf"],
      ...["OPERATIONS_LIMIT", "COPY_LIMIT", "STEPS_LIMIT"],
    ],
    "codec/decode.ts": ["MAX_TEXT", "MAX_HEADER", "warningItems"],
    "http/request.ts": ["BODY_LIMIT", "collect", "readBody", "tooLarge"],
    "registry/object_meta.ts": ["ANNOTATIONS_LIMIT", "validateAnnotations", "utf8Length"],
    "storage/memory_storage.ts": ["sizeOf", "OBJECT_LIMIT", "checkSize"],
    "resources/secret.ts": ["decodedLength", "SIZE_LIMIT"],
  }, {
    kind: "allowed",
    reason: "The specification has no such limit, or leaves its value open.",
  }),
  ...inFiles({
    "http/serializer.ts": ["emptyFieldsOf", "fillerOf", "isWritten", "partsOf", "fillItems"],
  }, {
    kind: "allowed",
    reason: "Whether an empty list is written as null or left out is left open.",
  }),
  ...inFiles({ "api_versions/api_version.ts": ["compareVersions", "numbersOf"] }, {
    kind: "allowed",
    reason: "It only orders the versions in discovery documents, which are not shown.",
  }),
  ...inFiles({
    "storage/partition.ts": ["VersionChain.forgetBefore", "Partition.forgetBefore", "sizes"],
    "storage/sliding_array.ts": ["dropBefore"],
  }, {
    kind: "performance",
    reason: "It frees memory of states that no client can read any more.",
  }),
  ...inFiles({
    "access/policy.ts": ["remember", "LIMIT", "firstOfEach", "byNamespace"],
    "apply/path_elements.ts": ["fieldElement", "remember", "MAX_KNOWN", "knownFields"],
  }, {
    kind: "performance",
    reason: "It is a cache, or leaves out repeated values.",
  }),
  ...inFiles({
    "resources/deployment.ts": [
      ...["COUNTS", "PARTS", "validateStatus", "validateStatusUpdate"],
    ],
  }, {
    kind: "allowed",
    reason: "The specification states no bounds of the counts, and no relation between them.",
  }),
  ...inFiles({
    "registry/object_meta.ts": ["STANDARD_FINALIZERS", "validateFinalizers"],
    "resources/label_selector.ts": ["validateSelector", "validateExpression"],
  }, {
    kind: "allowed",
    reason:
      "The specification shows neither which finalizers are valid nor the fields of LabelSelectors.",
  }),
  ...inFiles({ "resources/reviews.ts": ["validateMetadata", "isEmpty"] }, {
    kind: "allowed",
    reason: "What a review with metadata does is left open.",
  }),
  ...inFiles({
    "api_versions/served.ts": ["keysOf", "deciding", "STABILITY_KEYS", "ALL", "checkRuntimeConfig"],
    "api_versions/configuration.ts": undefined,
    "api_versions/feature_gates.ts": undefined,
  }, {
    kind: "unreachable",
    reason: "Who starts the server configures it; a client cannot.",
  }),
  ...inFiles({
    "aggregated_response.ts": undefined,
    "discovery/aggregated.ts": undefined,
    "http/negotiation.ts": ["negotiateAggregated"],
    "http/response.ts": ["entityTag"],
    "registry/initial_events.ts": undefined,
  }, {
    kind: "unreachable",
    reason: "The features are disabled in the release of the specification.",
  }),
  ...inFiles({
    "websocket.ts": undefined,
    "http/watch_socket.ts": undefined,
  }, {
    kind: "allowed",
    reason: "The specification does not mention WebSockets.",
  }),
  ...inFiles({
    "access/authentication.ts": ["presentCertificate", "certificateOf"],
    "create_server.ts": ["issueClientCertificate"],
    "http/listener.ts": ["openTls", "close"],
  }, {
    kind: "unreachable",
    reason: "The server is tested without TLS, and its end is that of the run.",
  }),
  ...inFiles({
    "registry/watcher.ts": ["scheduleBookmark", "BOOKMARK_INTERVAL", "LAST_BOOKMARK"],
  }, {
    kind: "allowed",
    reason: "Bookmarks are not guaranteed at any interval.",
  }),
  ...inFiles({
    "codec/json.ts": ["isDecimal", "isDigit", "endOfNumber"],
    "codec/decode.ts": ["isDecimal", "decimals"],
  }, {
    kind: "allowed",
    reason: "Whether 1.0 is a whole number is left open.",
  }),
  ...inFiles({ "codec/protobuf/messages.ts": ["isShown"] }, {
    kind: "allowed",
    reason: "Whether a value of zero is written in Protobuf is left open.",
  }),
  ...inFiles({
    "codec/strategic_merge_patch.ts": [
      ...["setElementOrders", "placesLeft", "checkOrder", "deleteValues", "checkItems", "asList"],
      ...["inOrder", "sortedBy", "placesOf", "refusal", "unknownDirective", "refusal(0)"],
    ],
  }, {
    kind: "allowed",
    reason: "The specification shows the patch strategies, but neither directives nor the order.",
  }),
  ...inFiles({ "codec/decode.ts": ["setField", "isEmpty"] }, {
    kind: "allowed",
    reason: "Whether a field with an empty value is returned or left out is left open.",
  }),
  ...inFiles({
    "apply/field_set.ts": ["inOrder", "compareEntries"],
    "apply/path_elements.ts": ["KINDS", "compareElements", "compareKeys", "compareValues"],
    "apply/object_fields.ts": ["withoutMembersOfAtomic", "hasMembers"],
  }, {
    kind: "allowed",
    reason: "The order in records of field ownership, and records of older servers, are left open.",
  }),
  ...inFiles({ "admission/role_aggregation.ts": ["admit"] }, {
    kind: "allowed",
    reason:
      "The rules that a client sends with an aggregationRule may be overwritten after the response.",
  }),
  ...inFiles({ "registry/object_meta.ts": ["EMPTY_META", "withoutEmptyMeta", "withEmptyMeta"] }, {
    kind: "unreachable",
    reason: "Only custom resources are stored with empty metadata.",
  }),
  ...inFiles({ "apply/structure.ts": ["checkStructure", "PLAIN"] }, {
    kind: "unreachable",
    reason: "Only custom resources are tracked with values of other types than their schemas have.",
  }),
  ...inFiles({ "registry/write/document.ts": ["isReadable"] }, {
    kind: "allowed",
    reason: "Which error an empty body of an unsupported media type gets is left open.",
  }),
];
