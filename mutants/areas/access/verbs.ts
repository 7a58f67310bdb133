/**
 * Mutants of the permissions that each verb requires.
 *
 * @module
 */
import type { Verb } from "../../../server/context.ts";
import type { VerbHandler } from "../../../server/registry/contracts.ts";
import type { Mutant } from "../../mutant.ts";
import { decidingAbout, reading, requestUnderway } from "./tools.ts";

/** Skips the authorization checks made while a verb is executed. */
const freely = (handler: VerbHandler): VerbHandler => (registry, request) =>
  handler({ ...registry, authorize: () => Promise.resolve() }, request);

/** A verb that is authorized as another one. */
interface Confusion {
  readonly name: string;
  readonly description: string;
  readonly reason: string;
  readonly breaks: Mutant["breaks"];
  /** The verb of the request, and the one that rules have to contain. */
  readonly verb: Verb;
  readonly takenFor: Verb;
}

const CONFUSIONS: readonly Confusion[] = [
  {
    name: "watch-is-a-list",
    description: "A watch requires the permission `list` instead of `watch`.",
    reason: "Both are a GET of a collection, and `watch` is read from the query later.",
    breaks: ["access.verb-watch", "access.verb-list"],
    verb: "watch",
    takenFor: "list",
  },
  {
    name: "list-is-a-get",
    description: "A list requires the permission `get` instead of `list`.",
    reason: "A user who may read every object may read all of them.",
    breaks: ["access.verb-list", "access.verb-get"],
    verb: "list",
    takenFor: "get",
  },
  {
    name: "patch-is-an-update",
    description: "A patch requires the permission `update` instead of `patch`.",
    reason: "Both modify an existing object.",
    breaks: ["access.verb-patch", "access.verb-update", "access.apply-needs-patch"],
    verb: "patch",
    takenFor: "update",
  },
  {
    name: "collections-deleted-one-by-one",
    description: "`deletecollection` requires the permission `delete`.",
    reason: "It is implemented as deletions of single objects.",
    breaks: ["access.verb-delete", "access.verb-deletecollection"],
    verb: "deletecollection",
    takenFor: "delete",
  },
];

const confusing = ({ name, verb, takenFor, ...facts }: Confusion): Mutant => ({
  id: `access/${name}`,
  area: "access",
  ...facts,
  install(parts) {
    decidingAbout(parts, (asked) => asked.verb === verb ? { verb: takenFor } : {});
  },
});

export const verbMutants: readonly Mutant[] = [
  ...CONFUSIONS.map(confusing),
  {
    id: "access/create-permits-update",
    area: "access",
    description: "A rule for `create` also permits `update`.",
    reason: "A user who created an object should be able to correct it.",
    breaks: ["access.verb-create"],
    install(parts) {
      reading(
        parts,
        ({ verbs }, { verb }) =>
          verb === "update" && verbs.includes("create") ? { verbs: [...verbs, "update"] } : {},
      );
    },
  },
  {
    id: "access/put-creates-by-update",
    area: "access",
    description: "A PUT that creates an object requires only the permission `update`.",
    reason: "The request is authorized as an update before the object is looked up.",
    breaks: ["access.put-that-creates-needs-create"],
    install({ verbs }) {
      verbs(({ update }) => ({ update: freely(update) }));
    },
  },
  {
    id: "access/apply-creates-by-patch",
    area: "access",
    description: "An apply that creates an object requires only the permission `patch`.",
    reason: "The request is authorized as a patch before the object is looked up.",
    breaks: ["access.apply-that-creates-needs-create"],
    install({ patcher }) {
      patcher(() => ({ permitCreation: () => Promise.resolve() }));
    },
  },
  {
    id: "access/apply-is-an-update",
    area: "access",
    description: "An apply requires the permission `update` instead of `patch`.",
    reason: "An apply sends the intended object, as an update does.",
    breaks: ["access.apply-needs-patch"],
    install(parts) {
      const underway = requestUnderway(parts);
      decidingAbout(parts, (attributes) => {
        const type = underway(attributes)?.request.headers.get("content-type") ?? "";
        return attributes.verb === "patch" && type.includes("apply") ? { verb: "update" } : {};
      });
    },
  },
  {
    id: "access/dry-writes-need-get",
    area: "access",
    description: "A write with `dryRun=All` requires only the permission `get`.",
    reason: "A dry run changes nothing.",
    breaks: ["access.dry-run-decided-alike", "access.verb-get"],
    install(parts) {
      const underway = requestUnderway(parts);
      decidingAbout(parts, (attributes) => {
        const isDry = underway(attributes)?.query.has("dryRun");
        const writes = !["get", "list", "watch"].includes(attributes.verb);
        return isDry && writes ? { verb: "get" } : {};
      });
    },
  },
];
