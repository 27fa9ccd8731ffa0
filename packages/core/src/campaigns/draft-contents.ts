import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { BudgetCommitments } from "../changes/organization.ts"
import { readPlanContext } from "../changes/plan.ts"
import type { ServiceError } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type Campaign, campaignBySlug, campaignReads, isPlatformFirst } from "./campaign.ts"
import { notEditable } from "./edits/content-parts.ts"
import type { LaunchContent } from "./launch/checks.ts"
import { readLaunchContent } from "./launch/launch-checks.ts"
import { readEvidenceOfRunning } from "./launch/read-evidence.ts"
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

/** What a campaign shows and to whom. All of it can be changed until its first launch, then its ads, sitelinks and callouts. */
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
  /** What a first launch sends now: the same ads in the same order, with what their lines rest on. */
  readonly launch: LaunchContent
}

/** Reads the content of drafts for the forms and commands that change it. */
export class DraftContents extends Context.Tag("@adwarden/DraftContents")<
  DraftContents,
  {
    /** Inside the request of a page. */
    readonly read: (
      clearance: OrganizationClearance,
      campaign: string
    ) => Effect.Effect<DraftContent, ServiceError | SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    DraftContents,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const commitments = yield* BudgetCommitments
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
          const launch = yield* readLaunchContent(organization, campaign.id)
          const website = campaign.website_url ?? ads[0]?.url ?? ""
          const draft: DraftContent = {
            ...content,
            campaign: campaign.slug,
            name: campaign.name,
            editable: reason === null,
            not_editable_reason: reason,
            location_question: locationQuestion,
            launch: isPlatformFirst(campaign)
              ? { ...launch, evidence: yield* readEvidenceOfRunning(organization, campaign.id, website) }
              : launch,
            ads: ads.map(({ campaign: _, ...ad }) => ({
              ...ad,
              keywords: keywords.flatMap(({ ad: of, match, state, text }) =>
                of === ad.id ? [{ text, match, state }] : []
              )
            }))
          }
          return draft
        })

      return {
        read: (clearance: OrganizationClearance, slug: string) =>
          Effect.flatMap(findCampaign(clearance, slug), (campaign) =>
            contentOf(clearance.organization.id, campaign)
          ).pipe(withSql)
      }
    })
  )
}
