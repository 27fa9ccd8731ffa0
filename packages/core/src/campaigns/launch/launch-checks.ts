import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { PlanContext } from "../../changes/edit.ts"
import { capMax, startsAboveCap } from "../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../changes/organization.ts"
import { readPlanContext } from "../../changes/plan.ts"
import {
  type BlockedBy,
  launchBlockers,
  type OperationName,
  type PeopleWriteName,
  renderMentions,
  type ServiceError
} from "../../contract/index.ts"
import { isLinked } from "../../platform/account-rows.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { runSql } from "../../storage/index.ts"
import {
  type Campaign,
  campaignBySlug,
  campaignReads,
  isInPlatform,
  type StoredCampaign,
  wasLaunched
} from "../campaign.ts"
import { loginProblem } from "../connection.ts"
import { nameOwnerOf } from "../names-in-use.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"
import { adSourcesColumn, campaignSourcesColumn } from "../text-sources.ts"
import { checkLaunch, type LaunchAd, type LaunchContent, type LaunchFacts, unknownLaunch } from "./checks.ts"
import { readEvidence } from "./read-evidence.ts"

type StoredAd = Omit<LaunchAd, "sources"> & { readonly id: number; readonly sources: unknown }

interface Row extends Pick<StoredCampaign, "website_url" | "callouts"> {
  readonly location_question: string | null
  readonly ads: ReadonlyArray<StoredAd>
  readonly sources: unknown
  readonly being_written: boolean
}
type ContentRow = Row & { readonly [Column in keyof StoredTargeting]: unknown }

/** Reads what a campaign would send to the platform now: its ads with their keywords, oldest first. */
export const readLaunchContent = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<ContentRow>`
      select c.website_url, c.origin = 'created' and c.generated_at is null as being_written, c.locations, c.radius, c.sitelinks, c.callouts,
        c.location_question, c.sources,
        (select coalesce(jsonb_agg(jsonb_build_object(
            'id', a.id, 'sources', a.sources, 'name', a.name, 'url', a.url, 'headlines', a.headlines, 'descriptions', a.descriptions,
            'paths', a.paths, 'state', a.state,
            'keywords', (select coalesce(jsonb_agg(jsonb_build_object(
                'text', k.text, 'match_type', k.match_type, 'state', k.state) order by k.id), '[]')
              from keywords k where k.organization_id = ${organization} and k.campaign_id = a.campaign_id
                and k.ad_id = a.id and k.removed_at is null)) order by a.id), '[]')
          from ads a where a.organization_id = ${organization} and a.campaign_id = c.id
            and a.removed_at is null) as ads
      from campaigns c where c.organization_id = ${organization} and c.id = ${campaign}`
    const {
      ads,
      being_written: beingWritten,
      callouts,
      location_question: locationQuestion,
      sources,
      website_url: websiteUrl,
      ...targeting
    } = row!
    const content: LaunchContent = {
      ...decodeTargeting({ ...targeting, organization, id: campaign }),
      websiteUrl,
      isGenerating: beingWritten,
      callouts,
      locationQuestion,
      ads: ads.map(({ id, sources, ...ad }) => ({
        ...ad,
        sources: sources === null ? [] : adSourcesColumn.read(sources, { organization, id }).list
      })),
      evidence: yield* readEvidence(organization, campaign),
      sources:
        sources === null ? [] : campaignSourcesColumn.read(sources, { organization, id: campaign }).list
    }
    return content
  })

/** Reads the facts of the launch checks. `linked`: whether the campaign's ad account is linked. */
export const readLaunchFacts = (context: PlanContext, campaign: Campaign, linked: boolean) =>
  Effect.gen(function* () {
    const { clearance, committed, rules } = context
    const others = { ...committed, daily: committed.daily - campaign.committed }
    const facts: LaunchFacts = {
      currency: clearance.organization.currency,
      budget: campaign.budget,
      totalLeft: campaign.budget_total === null ? null : campaign.left,
      maxSpend: rules.maxSpend,
      maxDailyBudget: capMax({ from: campaign.budget, goesLive: true }, rules.maxSpend, others),
      startsAboveCap: startsAboveCap({ goesLive: true, left: campaign.left }, rules.maxSpend, others),
      linked,
      loginProblem: loginProblem(campaign),
      nameOwner:
        isInPlatform(campaign) || campaign.creation_name !== null
          ? null
          : yield* nameOwnerOf(context, campaign, campaign.name),
      name: campaign.name,
      content: wasLaunched(campaign) ? null : yield* readLaunchContent(clearance.organization.id, campaign.id)
    }
    return facts
  })

/** What fixes a failed check: a people's write, an operation, or a page of the dashboard. */
export type LaunchFix =
  | { readonly write: PeopleWriteName }
  | { readonly operation: OperationName }
  | { readonly page: "settings_accounts" }

export interface LaunchCheck {
  readonly check: BlockedBy
  /** What must be so: "Daily budget is set". */
  readonly label: string
  /** Null if nobody can know it yet: what it is about is still being written. */
  readonly passes: boolean | null
  /** Why it fails and what to do, or when it will be known, as a sentence. */
  readonly reason: string | null
  /** What fixes it; empty for one that has to be waited for. */
  readonly fixes: ReadonlyArray<LaunchFix>
}

export interface LaunchCheckList {
  readonly campaign: string
  /** Only a first launch checks the content. */
  readonly first_launch: boolean
  /** Whether its draft is still being written. */
  readonly being_written: boolean
  readonly passes: boolean
  /** Every check, in the order in which a launch reports them. */
  readonly checks: ReadonlyArray<LaunchCheck>
}

const accounts: LaunchFix = { page: "settings_accounts" }
const budget: LaunchFix = { write: "campaigns.set_budget" }
const lines: LaunchFix = { operation: "ads.update" }
const assets: LaunchFix = { operation: "assets.update" }

const declared: Record<BlockedBy, readonly [label: string, ...fixes: ReadonlyArray<LaunchFix>]> = {
  connection_broken: ["The login of the ad account works", accounts],
  refused_by_platform: ["The name is free in the ad account", { operation: "campaigns.update" }],
  budget_missing: ["A daily budget is set", budget],
  budget_over_cap: ["The budget fits under the monthly cap", budget],
  ad_account_not_linked: ["The ad account is linked", { write: "drafts.use_account" }, accounts],
  location_missing: ["A location is set", { write: "drafts.set_locations" }],
  sitelinks_invalid: ["Sitelinks are complete", assets],
  callouts_invalid: ["Callouts are complete", assets],
  ads_missing: ["An ad leads to a page of the website", { operation: "campaigns.create_ad" }, lines],
  headlines_invalid: ["Headlines follow the rules", lines],
  descriptions_invalid: ["Descriptions follow the rules", lines],
  keywords_missing: ["Every ad has a keyword", { operation: "keywords.update" }]
}

/**
 * Reads all launch checks of a campaign, passed and failed, with what fixes each. A launch itself reports only
 * the first failed one. The platform's own check is part of the preview of a launch.
 */
export class LaunchChecks extends Context.Tag("@adwarden/LaunchChecks")<
  LaunchChecks,
  {
    /** Inside the request of a page. */
    readonly read: (
      clearance: OrganizationClearance,
      campaign: string
    ) => Effect.Effect<LaunchCheckList, ServiceError | SqlError>
    /** For members of any role. */
    readonly show: (organization: string, campaign: string) => Endpoint<LaunchCheckList>
  }
>() {
  static readonly layer = Layer.effect(
    LaunchChecks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const commitments = yield* BudgetCommitments

      const read = (clearance: OrganizationClearance, slug: string) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`set transaction isolation level repeatable read, read only`
              const request = { clearance, parameters: { slug } }
              const reads = { reads: (id: number) => campaignReads(id, { slug }) }
              const context = yield* readPlanContext(commitments, request, reads, null)
              const campaign = yield* campaignBySlug(context, slug)
              const linked = yield* isLinked(clearance.organization.id, campaign.ad_account_id)
              const facts = yield* readLaunchFacts(context, campaign, linked)
              const checks = launchBlockers.map((check): LaunchCheck => {
                const [label, ...fixes] = declared[check]
                const unknown = unknownLaunch(check, facts)
                const problem = checkLaunch(check, facts)
                // While a draft is written, its missing ads are no failure.
                const failed = problem !== null && (unknown === null || check === "refused_by_platform")
                const reason = failed ? problem : unknown
                return {
                  check,
                  label,
                  passes: failed ? false : unknown === null ? true : null,
                  reason: reason === null ? null : renderMentions(clearance.request.surface, reason),
                  fixes: failed || unknown === null ? fixes : []
                }
              })
              const list: LaunchCheckList = {
                campaign: campaign.slug,
                first_launch: !wasLaunched(campaign),
                being_written: facts.content?.isGenerating ?? false,
                passes: checks.every(({ passes }) => passes === true),
                checks
              }
              return list
            })
          )
          .pipe(Effect.provideService(SqlClient.SqlClient, sql))
      return {
        read,
        show: (organization: string, campaign: string): Endpoint<LaunchCheckList> => ({
          name: "campaigns.launch_checks",
          admits: "members",
          organization,
          role: null,
          run: (clearance: OrganizationClearance) => Effect.map(read(clearance, campaign), respondWith)
        })
      }
    })
  )
}
