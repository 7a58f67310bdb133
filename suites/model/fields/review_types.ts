/**
 * The fields of access reviews (specification, "Access-review resources").
 *
 * @module
 */
import {
  boolean,
  type FieldFacts,
  known,
  list,
  map,
  object,
  required,
  type Shape,
  string,
} from "./shape.ts";

/** A review with the fields that a request can have. */
export interface ReviewShape {
  /** The name in test cases. */
  readonly id: string;
  /** The name in the URL. */
  readonly resource: string;
  readonly shape: Shape;
}

const UNSET: FieldFacts = { unset: true };

const resourceAttributes = object({
  group: string("apps", "plumbline.invalid"),
  version: string("v1", "*"),
  resource: string("deployments", "plumbs"),
  subresource: string("status", "line"),
  name: string("plumbline", "another"),
  namespace: string("{namespace}"),
  verb: string("get", "patch"),
});

const nonResourceAttributes = object({
  path: string("/plumbline", "/readyz"),
  verb: string("get", "post"),
});

const subject = {
  user: string("plumbline-nobody", "plumbline-others"),
  groups: list(string("plumbline:none", "plumbline:others"), string("plumbline:more")),
  extra: map({ "plumbline.invalid/extra": list(string("one", "two"), string("three")) }),
  uid: string("plumbline-uid", "another-uid"),
};

const accessStatus = known(
  UNSET,
  object({
    allowed: boolean(false),
    denied: boolean(false),
    reason: string("a reason"),
    evaluationError: string("an error"),
  }),
);

const rulesStatus = known(
  UNSET,
  object({
    incomplete: boolean(false),
    evaluationError: string("an error"),
    resourceRules: list(object({ verbs: list(string("get")), apiGroups: list(string("")) })),
    nonResourceRules: list(object({ verbs: list(string("get")) })),
  }),
);

const identityStatus = known(
  UNSET,
  object({
    userInfo: object({
      username: string("plumbline-nobody"),
      uid: string("plumbline-uid"),
      groups: list(string("plumbline:none")),
      extra: map({ "plumbline.invalid/extra": list(string("one")) }),
    }),
  }),
);

const review = (spec: Shape, status = accessStatus) =>
  object({
    apiVersion: string(),
    kind: string(),
    metadata: known(UNSET, object({ name: string("review") })),
    spec: required(spec),
    status,
  });

/** The fields of every review; the attributes are one of two sorts. */
export const REVIEW_SHAPES: readonly ReviewShape[] = [
  {
    id: "localsubjectaccessreviews",
    resource: "localsubjectaccessreviews",
    shape: review(object({ resourceAttributes, ...subject })),
  },
  {
    id: "selfsubjectaccessreviews",
    resource: "selfsubjectaccessreviews",
    shape: review(object({ resourceAttributes })),
  },
  {
    id: "selfsubjectaccessreviews-path",
    resource: "selfsubjectaccessreviews",
    shape: review(object({ nonResourceAttributes })),
  },
  {
    id: "subjectaccessreviews",
    resource: "subjectaccessreviews",
    shape: review(object({ resourceAttributes, ...subject })),
  },
  {
    id: "subjectaccessreviews-path",
    resource: "subjectaccessreviews",
    shape: review(object({ nonResourceAttributes, user: subject.user })),
  },
  {
    id: "selfsubjectrulesreviews",
    resource: "selfsubjectrulesreviews",
    shape: review(object({ namespace: required(string("{namespace}")) }), rulesStatus),
  },
  {
    id: "selfsubjectreviews",
    resource: "selfsubjectreviews",
    shape: object({
      apiVersion: string(),
      kind: string(),
      metadata: known(UNSET, object({ name: string("review") })),
      status: identityStatus,
    }),
  },
];
