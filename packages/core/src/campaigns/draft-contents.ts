import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { BudgetCommitments } from "../changes/organization.ts"
import { readPlanContext } from "../changes/plan.ts"
import { errorOfRefusal, platformRefusal } from "../changes/platform-refusal.ts"
import type { ServiceError } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { type Campaign, campaignBySlug, campaignReads } from "./campaign.ts"
import { notEditable } from "./edits/editable.ts"
import { type AdParts, readAdPartsOf, readDraftContent, readNamedKeywords } from "./rows/draft-content.ts"
import type { StoredTargeting } from "./stored-json.ts"

/** A keyword as people name it. */
export interface DraftKeyword {
  readonly text: string
  readonly match: "phrase" | "exact" | "broad"
  readonly state: "enabled" | "paused"
}

export interface DraftAd extends AdParts {
  readonly id: number
  readonly name: string
  readonly state: "generating" | "enabled" | "paused" | "error"
  readonly keywords: ReadonlyArray<DraftKeyword>
}

/** Everything of a campaign that people can change until its first launch. */
export interface DraftContent extends StoredTargeting {
  readonly campaign: string
  readonly name: string
  readonly editable: boolean
  /** Why it cannot be changed here, as the end of a sentence. */
  readonly not_editable_reason: string | null
  /** The ad account that a launch creates it in. */
  readonly account: string | null
  /** Two letters; null for every language. */
  readonly language: string | null
  readonly location_question: string | null
  readonly callouts: ReadonlyArray<string>
  readonly ads: ReadonlyArray<DraftAd>
}

/** A place that the ad platform can target. */
export interface SuggestedLocation {
  /** With its region and country. */
  readonly name: string
  readonly geo_target: string
  /** "City" */
  readonly type: string
  readonly country: string
}

const refused = (failure: ReadFailure) => Effect.fail(errorOfRefusal(platformRefusal(failure, "locations")))

type Work<A> = Effect.Effect<A, ServiceError | SqlError>

/** Reads the content of drafts for the forms and commands that change it. */
export class DraftContents extends Context.Tag("@adwarden/DraftContents")<
  DraftContents,
  {
    readonly read: (clearance: OrganizationClearance, campaign: string) => Work<DraftContent>
    /** Asks the campaign's ad platform for places of a name. */
    readonly suggestLocations: (
      clearance: OrganizationClearance,
      campaign: string,
      name: string
    ) => Work<ReadonlyArray<SuggestedLocation>>
    /** The suggestions as an endpoint of its own, for members of any role. */
    readonly locations: (
      organization: string,
      campaign: string,
      name: string
    ) => Endpoint<ReadonlyArray<SuggestedLocation>>
  }
>() {
  static readonly layer = Layer.effect(
    DraftContents,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const commitments = yield* BudgetCommitments
      const accounts = yield* AdAccounts
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)

      const findCampaign = (clearance: OrganizationClearance, slug: string) =>
        Effect.gen(function* () {
          const request = { clearance, parameters: { slug } }
          const reads = { reads: (id: number) => campaignReads(id, { slug }) }
          const context = yield* readPlanContext(commitments, request, reads, null)
          return yield* campaignBySlug(context, slug)
        })

      const contentOf = (organization: number, campaign: Campaign) =>
        Effect.gen(function* () {
          const { locationQuestion, written, ...content } = yield* readDraftContent(organization, campaign.id)
          const ads = yield* readAdPartsOf(organization, campaign.id)
          const keywords = yield* readNamedKeywords(organization, campaign.id)
          const reason = notEditable(campaign, written)
          const draft: DraftContent = {
            ...content,
            campaign: campaign.slug,
            name: campaign.name,
            editable: reason === null,
            not_editable_reason: reason,
            location_question: locationQuestion,
            ads: ads.map(({ campaign: _, ...ad }) => ({
              ...ad,
              keywords: keywords.flatMap(({ ad: of, match, state, text }) =>
                of === ad.id ? [{ text, match, state }] : []
              )
            }))
          }
          return draft
        })

      const suggestLocations = (clearance: OrganizationClearance, slug: string, name: string) =>
        Effect.gen(function* () {
          const campaign = yield* findCampaign(clearance, slug)
          const account = yield* accounts.get(clearance.organization.id, campaign.ad_account_id ?? "")
          const found = yield* account.platform.findLocations(account, [name])
          return found.map(
            ({ countryCode, geoTarget, name, type }): SuggestedLocation => ({
              name,
              geo_target: geoTarget,
              type,
              country: countryCode
            })
          )
        }).pipe(
          Effect.catchTags({
            ConnectionBroken: refused,
            SetupRequired: refused,
            PlatformRefused: refused,
            PlatformUnreachable: refused
          }),
          withSql
        )
      return {
        read: (clearance: OrganizationClearance, slug: string) =>
          Effect.flatMap(findCampaign(clearance, slug), (campaign) =>
            contentOf(clearance.organization.id, campaign)
          ).pipe(withSql),
        suggestLocations,
        locations: (
          organization: string,
          campaign: string,
          name: string
        ): Endpoint<ReadonlyArray<SuggestedLocation>> => ({
          name: "drafts.locations",
          admits: "members",
          organization,
          role: null,
          run: (clearance: OrganizationClearance) =>
            Effect.map(suggestLocations(clearance, campaign, name), respondWith)
        })
      }
    })
  )
}
