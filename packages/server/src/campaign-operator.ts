import {
  campaignCommandLayer,
  type Endpoint,
  type EndpointError,
  layersInOrder,
  type Settings
} from "@adwarden/core"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { type Effect, Layer } from "effect"
import type { DatabaseServices } from "./database.ts"
import { type RunEndpoint, withServices } from "./operator.ts"
import type { PlatformServices } from "./platform.ts"
import type { Stop } from "./stop.ts"

export type CampaignServices =
  | Layer.Layer.Success<typeof campaignCommandLayer>
  | DatabaseServices
  | PlatformServices
  | Settings

export type RunCampaignEndpoint = RunEndpoint<CampaignServices>

/** For requests about campaigns, drafts, reports and held changes. */
export const withCampaignServices = withServices<CampaignServices>((database, settings, platform) =>
  Layer.build(layersInOrder(Layer.succeedContext(database), settings, platform, campaignCommandLayer))
)

/** Runs one such endpoint. */
export const asCampaignOperator = <Out, E extends EndpointError = never>(
  person: string | null,
  endpoint: Effect.Effect<Endpoint<Out, E>, never, CampaignServices>
): Effect.Effect<Out, Stop | EmbeddedPostgresError | E> =>
  withCampaignServices((runEndpoint) => runEndpoint(person, endpoint))
