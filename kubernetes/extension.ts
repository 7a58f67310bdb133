/**
 * The extension with what a release has beyond the specification: its kinds with their admission,
 * custom resources, webhooks, policies, tokens of service accounts, and players.
 *
 * @module
 */
import { userOfToken } from "@plumbline/server/access";
import { IssuedTokens } from "./access/issued_tokens.ts";
import { audiencesOf, SERVER_AUDIENCE } from "./access/token_audiences.ts";
import { accountTokens } from "./admission/account_tokens.ts";
import { autoscalers } from "./admission/autoscalers.ts";
import { certificateRequests } from "./admission/certificate_requests.ts";
import { podClasses } from "./admission/pod_classes.ts";
import { serviceAddresses, SERVICES } from "./admission/service_addresses.ts";
import { connectorsFor } from "./containers/connectors.ts";
import { statementOf } from "./containers/containers.ts";
import { StatedContainers } from "./containers/stated.ts";
import type { ContainerPlayer } from "./containers/types.ts";
import { apiServices } from "./custom_resources/api_services.ts";
import { customResourceDefinitions } from "./custom_resources/custom_resource_definition.ts";
import { CustomResources } from "./custom_resources/custom_resources.ts";
import { customResourceLifecycle } from "./custom_resources/lifecycle.ts";
import type { AdmissionParts, Extension, ExtensionContext } from "@plumbline/server/extension";
import { initialCluster } from "./initial_cluster.ts";
import type { PlayerName } from "./players/mod.ts";
import type { Player, PlayOptions } from "./players/player.ts";
import type { Stage } from "./players/stage.ts";
import { admissionPolicies } from "./policies/admission_policies.ts";
import { timestamp } from "@plumbline/server/parts";
import { localApiServices } from "./resources/local_api_services.ts";
import { type Kinds, releaseDefinitions } from "./resources/release.ts";
import "./types/mod.ts";
import { withReleaseRules } from "./resources/specification_changes.ts";
import { tokensIn } from "./access/token_facts.ts";
import { admissionWebhooks } from "./webhooks/admission_webhooks.ts";

/** Options of {@linkcode kubernetes}. */
export interface KubernetesOptions {
  /**
   * The built-in kinds to serve: all of the release, or those that the specification describes.
   *
   * @default {"all"}
   */
  readonly kinds?: Kinds;
  /**
   * The players that play from the start, after `objects` are stored; see `Server.play`. The server
   * is created once they have settled.
   */
  readonly play?: readonly (PlayerName | "all" | Player | ContainerPlayer)[];
}

/** The methods that the extension adds to a server. */
export interface KubernetesMethods {
  /**
   * Lets a player play, until the server is closed: a small controller, which does what a controller
   * of a cluster does. One that comes with the server brings those that it needs; `all` stands for
   * all that come with the server.
   *
   * @throws {ConfigurationError} for an unknown name
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   *
   * await using server = await createServer();
   * await server.play("deployments-become-available");
   * const labels = { app: "web" };
   * await server.apply({
   *   ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } },
   *   spec: {
   *     replicas: 2,
   *     selector: { matchLabels: labels },
   *     template: {
   *       metadata: { labels },
   *       spec: { containers: [{ name: "web", image: "example" }] },
   *     },
   *   },
   * });
   * await server.settled();
   * const pods = await server.list<{ status: { phase: string } }>("pods");
   * assertEquals(pods.map(({ status }) => status.phase), ["Running", "Running"]);
   * ```
   */
  play(
    player: PlayerName | "all" | Player | ContainerPlayer,
    options?: PlayOptions,
  ): Promise<void>;
  /** Resolves when no player has anything to do. */
  settled(): Promise<void>;
}

/** Returns the extension. */
export const kubernetes = ({ kinds = "all", play = [] }: KubernetesOptions = {}): Extension => ({
  name: "kubernetes",
  exclusive: [SERVICES],
  install(server) {
    const { dialect, sources, storage, recompose } = server;
    const tokens = new IssuedTokens(sources, tokensIn(server.facts));
    const custom = new CustomResources({ storage, dialect, sources, onChange: recompose });
    const resources = kinds === "specification" ? [] : [
      ...releaseDefinitions(dialect, {
        tokens,
        // A review is also answered for audiences that this server is none of.
        userOf: (token) => tokens.userOf(token) ?? userOfToken(server.authenticate, token),
      }),
      customResourceDefinitions(dialect),
    ];
    const stated = new StatedContainers(server);
    const { methods, end } = playersOf(server, stated);
    return {
      change: (definitions) => withReleaseRules(definitions, dialect),
      resources,
      dynamic: custom,
      ...(kinds !== "specification" && { connectors: connectorsFor(stated) }),
      admission: (parts) => stepsOf(server, parts, { tokens, custom }),
      // A token for other audiences is not valid here.
      userOf: (token) =>
        audiencesOf(token).includes(SERVER_AUDIENCE) ? tokens.userOf(token) : undefined,
      initialObjects: (definitions) => [
        ...initialCluster(dialect),
        ...localApiServices(definitions, dialect.suffix, timestamp(sources.clock.now())),
      ],
      async begin() {
        if (server.isReplica) return;
        for (const player of play) await methods.play(player);
        await methods.settled();
      },
      close: end,
      methods,
    };
  },
});

/** Returns the steps of admission, in their order. */
function stepsOf(
  { dialect: { suffix } }: ExtensionContext,
  { registry, authorizer, sources }: AdmissionParts,
  { tokens, custom }: { readonly tokens: IssuedTokens; readonly custom: CustomResources },
) {
  const decide = authorizer.decide.bind(authorizer);
  return [
    customResourceLifecycle(registry, custom),
    apiServices(registry, custom, suffix),
    admissionWebhooks(registry, suffix, decide),
    ...admissionPolicies(registry, suffix, decide),
    accountTokens(tokens),
    serviceAddresses(registry),
    autoscalers,
    ...podClasses(registry, suffix),
    certificateRequests(suffix, sources.clock),
  ];
}

/** Returns the methods that let players play, and what ends them. */
function playersOf(server: ExtensionContext, stated: StatedContainers): {
  readonly methods: KubernetesMethods;
  readonly end: () => Promise<void>;
} {
  let stage: Promise<Stage> | undefined;
  const enter = async () => {
    const { Stage } = await import("./players/stage.ts");
    const { storage, client, stopped } = server;
    return new Stage({
      ...{ storage, client, stopped, clock: server.sources.clock },
      onInternalError: server.onInternalError,
      definitions: server.definitions,
      caCertificate: server.caCertificate,
    });
  };
  return {
    methods: {
      async play(player, options) {
        const statement = typeof player === "string" ? undefined : statementOf(player);
        if (statement) return stated.add(statement);
        const playing = await (stage ??= enter());
        const players = typeof player === "string"
          ? await (await import("./players/mod.ts")).loadPlayers(player)
          : [player as Player];
        for (const each of players) await playing.play(each, options);
      },
      settled: async () => await (await stage)?.settled(),
    },
    end: async () => await (await stage)?.ended(),
  };
}
