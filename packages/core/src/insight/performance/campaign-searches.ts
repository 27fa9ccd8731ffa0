import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { readPendingPlans } from "../../approvals/pending.ts"
import { queuedPlanColumn } from "../../approvals/queued-write.ts"
import {
  blocks,
  type CampaignSearchRow,
  type Exclusion,
  exclusionsOfPlan,
  makeBlocker,
  type RequestedDays,
  readCampaignSearches,
  readExclusionsBySlug,
  readNamedSearches,
  readSearchCount,
  type SearchSort
} from "../../campaigns/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Statements } from "../../storage/index.ts"
import { amountOf, roundConversions } from "../amounts.ts"

/** What a person typed, and what an exclusion would lose. */
export interface SearchOfCampaign {
  readonly term: string
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly conversions90d: number
  /** The last day with a conversion in 90 days. */
  readonly converted: string | null
  /** What matched it in these days; null if that is unknown for one of them. */
  readonly matchSource: CampaignSearchRow["match_source"]
  /** The exclusion that stops it already. */
  readonly excludedBy: Exclusion | null
  /** The queued write that would exclude it. */
  readonly waitsIn: string | null
}

export interface CampaignSearchesRequest {
  readonly days: RequestedDays
  readonly wasteOnly: boolean
  readonly sort: SearchSort
  readonly offset: number
  readonly limit: number
  /** Searches to return beside the page. */
  readonly picked: ReadonlyArray<string>
}

export interface SearchPage {
  /** The days of the figures, of the ad account; null without any data. */
  readonly period: { readonly from: string; readonly to: string } | null
  readonly total: number
  readonly rows: ReadonlyArray<SearchOfCampaign>
  readonly picked: ReadonlyArray<SearchOfCampaign>
}

export interface CampaignSearchesShape {
  /** Empty for a campaign that does not exist. */
  readonly of: (
    clearance: OrganizationClearance,
    slug: string,
    request: CampaignSearchesRequest
  ) => Effect.Effect<SearchPage, SqlError>
}

interface Known {
  readonly exclusions: ReadonlyArray<Exclusion>
  readonly waiting: ReadonlyArray<Exclusion & { readonly id: string }>
}

const searchOf = ({ exclusions, waiting }: Known) => {
  const [isExcluded, isWaiting] = [makeBlocker(exclusions), makeBlocker(waiting)]
  return ({ term, ...row }: CampaignSearchRow): SearchOfCampaign => ({
    term,
    clicks: row.clicks,
    cost: amountOf(row.cost_micros),
    conversions: roundConversions(row.conversions),
    conversions90d: roundConversions(row.conversions90),
    converted: row.converted,
    matchSource: row.match_source,
    excludedBy: isExcluded(term) ? (exclusions.find((one) => blocks(one, term)) ?? null) : null,
    waitsIn: isWaiting(term) ? (waiting.find((one) => blocks(one, term))?.id ?? null) : null
  })
}

/** Reads the searches of a campaign for its page. */
export class CampaignSearches extends Context.Tag("@adwarden/CampaignSearches")<
  CampaignSearches,
  CampaignSearchesShape
>() {
  static readonly layer = Layer.effect(
    CampaignSearches,
    Effect.map(Statements, ({ read }): CampaignSearchesShape => {
      const readKnown = (organization: number, slug: string): Effect.Effect<Known, SqlError> =>
        Effect.map(
          Effect.all([read(readExclusionsBySlug(organization, slug)), read(readPendingPlans(organization))], {
            concurrency: "unbounded"
          }),
          ([rows, plans]) => ({
            exclusions: rows.flatMap(({ match, text }) =>
              match === null || text === null ? [] : [{ text, match }]
            ),
            waiting: plans.flatMap(({ id, plan }) =>
              exclusionsOfPlan(queuedPlanColumn.read(plan, { organization, id }), rows[0]?.campaign ?? 0).map(
                (one) => ({ ...one, id })
              )
            )
          })
        )
      return {
        of: ({ organization: { id } }, slug, { picked, ...request }) => {
          const query = { organization: id, slug, days: request.days, wasteOnly: request.wasteOnly }
          return Effect.map(
            Effect.all(
              {
                known: readKnown(id, slug),
                counted: read(readSearchCount(query)),
                rows: read(readCampaignSearches(query, request)),
                named: picked.length === 0 ? Effect.succeed([]) : read(readNamedSearches(query, picked))
              },
              { concurrency: "unbounded" }
            ),
            ({ counted: [counted], known, named, rows }): SearchPage => {
              return {
                period: counted === undefined ? null : { from: counted.since, to: counted.until },
                total: counted?.total ?? 0,
                rows: rows.map(searchOf(known)),
                picked: named.map(searchOf(known))
              }
            }
          )
        }
      }
    })
  )
}
