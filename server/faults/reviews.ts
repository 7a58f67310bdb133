/**
 * Faults of access reviews.
 *
 * @module
 */
import { asObject } from "../registry/resource.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const reviewsFaults: readonly Fault[] = [
  {
    id: "reviews/local-namespace-overruled",
    area: "reviews",
    description: "A local review of another namespace is answered for the one in the path.",
    reason: "The path is what was authorized, so that the body's namespace is overwritten by it.",
    breaks: ["reviews.local-namespace-equal"],
    install({ resource }) {
      resource(({ resource, strategy, answer }) =>
        resource !== "localsubjectaccessreviews" || !answer ? {} : {
          strategy: { ...strategy, validate: () => [] },
          answer(object, place) {
            const attributes = asObject(asObject(object.spec)?.resourceAttributes);
            if (attributes) attributes.namespace = place.namespace;
            return answer(object, place);
          },
        }
      );
    },
  },
];
