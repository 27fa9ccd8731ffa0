import type { Endpoint, EndpointError } from "@adwarden/core"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import type { Effect } from "effect"
import { openServices, type Services } from "./host/run.ts"
import { type RunEndpoint, withServices } from "./operator.ts"
import type { Stop } from "./stop.ts"

export type RunCampaignEndpoint = RunEndpoint<Services>

/** For requests about campaigns, drafts, reports and held changes, which need every service. */
export const withCampaignServices = withServices<Services>(openServices)

/** Runs one such endpoint. */
export const asCampaignOperator = <Out, E extends EndpointError = never>(
  person: string | null,
  endpoint: Effect.Effect<Endpoint<Out, E>, never, Services>
): Effect.Effect<Out, Stop | EmbeddedPostgresError | E> =>
  withCampaignServices((runEndpoint) => runEndpoint(person, endpoint))
