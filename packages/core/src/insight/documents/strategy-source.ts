import type { SqlError } from "@effect/sql/SqlError"
import { DateTime, Effect } from "effect"
import { type OrganizationRow, readOrganization } from "../../access/organizations.ts"
import {
  asTaskFailure,
  type RunningCampaign,
  readDataDays,
  readRunningCampaigns
} from "../../campaigns/index.ts"
import { committedMonthly } from "../../changes/guardrails/money.ts"
import { BudgetCommitments } from "../../changes/organization.ts"
import { plusDays } from "../../contract/index.ts"
import { businessProfileStatus, type ReadyProfile, readyProfile } from "../../organizations/index.ts"
import { readSelectedAccount } from "../../platform/account-rows.ts"
import { AdAccounts, type LinkedAccount, type Platform, platformLabel } from "../../platform/index.ts"
import { makePlanningReader } from "../../storage/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { monthDays } from "../detect/detect.ts"
import { normalizeWords } from "../detect/view.ts"
import { mondayOf, previousPeriod } from "../performance/period.ts"
import { auditRunningCampaigns, type CampaignAudit } from "./audit.ts"
import type { AttachedDocument } from "./sections/passages.ts"
import { readSource, type Source } from "./source.ts"

/*
 * The facts of a strategy, gathered before any text is written. Everything after that is pure: the same facts
 * give the same document.
 */

/** The business according to its website. */
const businessOf = (profile: ReadyProfile) => ({
  url: profile.url,
  name: profile.brand_name,
  description: profile.description,
  products: profile.products,
  customers: profile.ideal_customer_profiles,
  competitors: profile.competitors,
  strengths: profile.trust_signals,
  places: profile.places.map(({ full_name, name }) => full_name ?? name)
})

/** The searches that the platform reports, or why it reported none. */
type Demand =
  | { readonly available: true; readonly places: number; readonly ideas: ReadonlyArray<Platform.KeywordIdea> }
  | { readonly available: false; readonly reason: string }

export interface StrategyFacts {
  /** The day of writing. */
  readonly today: string
  /** The organization and its budget rules, with what all budgets commit in a month, as the cap counts it. */
  readonly organization: OrganizationRow & { readonly committedMonthly: number }
  readonly business: ReturnType<typeof businessOf> | null
  /** The last 30 days with data beside the 30 before, and twelve weeks. */
  readonly source: Source
  readonly audits: ReadonlyArray<CampaignAudit>
  readonly demand: Demand
  /** External changes in the platform since the last sync, which the audit does not include. */
  readonly outsideChanges: number
  /** The display name of the ad platform. */
  readonly platform: string
  readonly documents: ReadonlyArray<AttachedDocument>
}

/** A draft that is being generated has no keywords yet; a discarded one has none any more. */
export const enabledKeywords = (keywords: Source["keywords"]): Source["keywords"] =>
  keywords.filter(({ state }) => state === "enabled")

/** The platform accepts 20 keywords and 10 locations per request. */
const maxSeeds = 20
const maxSeedLength = 80

/** Returns the seeds: the products of the business, else its keywords. */
const seedsOf = (profile: ReadyProfile | null, keywords: Source["keywords"]): ReadonlyArray<string> => {
  const products = profile?.products ?? []
  const words = products.length > 0 ? products : keywords.map(({ text }) => text)
  return [...new Set(words.map(normalizeWords))]
    .filter((text) => text !== "" && text.length <= maxSeedLength)
    .slice(0, maxSeeds)
}

/** Merges the same search from several seeds. */
const distinct = (ideas: ReadonlyArray<Platform.KeywordIdea>): ReadonlyArray<Platform.KeywordIdea> =>
  [...new Map(ideas.toReversed().map((idea) => [normalizeWords(idea.text), idea])).values()].reverse()

/** Reads searches about the business's products in its locations. */
const readDemand = (account: LinkedAccount, profile: ReadyProfile | null, keywords: Source["keywords"]) =>
  Effect.gen(function* () {
    const seeds = seedsOf(profile, keywords)
    const places = (profile?.places ?? []).flatMap(({ geo_target }) => geo_target ?? [])
    const url = profile?.url
    if (seeds.length === 0 && url === undefined) {
      const reason = "there is nothing to ask about: no product, no website and no keyword"
      return { available: false, reason } satisfies Demand
    }
    const ideas = yield* account.platform.keywordIdeas(account, {
      keywords: seeds,
      locations: places,
      ...(url === undefined ? {} : { url })
    })
    return { available: true, places: places.length, ideas: distinct(ideas) } satisfies Demand
  }).pipe(Effect.withSpan("strategy.askDemand"))

type AccountData = Pick<StrategyFacts, "organization" | "source"> & {
  readonly running: ReadonlyArray<RunningCampaign>
}

const trendWeeks = 12

/** Reads the stored facts of the account, as for a report of the last 30 days. */
const readAccount = (id: number) =>
  Effect.gen(function* () {
    const commitments = yield* BudgetCommitments
    const [[found], [day], [committed], running] = yield* makePlanningReader().read(
      readOrganization(id),
      readDataDays(id),
      commitments.read(id, null),
      readRunningCampaigns(id)
    )
    const to = day?.latest ?? DateTime.formatIsoDateUtc(yield* DateTime.now)
    const period = { from: plusDays(to, 1 - monthDays), to }
    const windows = {
      period,
      before: previousPeriod(period),
      // The latest day's week counts once it is full.
      since: plusDays(mondayOf(plusDays(to, 1)), -7 * trendWeeks)
    }
    const account: AccountData = {
      organization: { ...found!, committedMonthly: committedMonthly(committed!) },
      source: yield* readSource(id, windows, { terms: false, past: false }),
      running
    }
    return account
  }).pipe(Effect.withSpan("strategy.readAccount"))

const nothingToAnalyse = new TaskFailed({
  reason: "setup_required",
  message: `There is nothing to write a strategy from: the organization has neither a business profile nor an ad account. Have its website analysed and link its ${platformLabel()} account in the dashboard, then ask again with {strategy.generate}; before then it fails the same way.`
})

const profileNotReady = new TryLater({
  message:
    "The business profile is still being analysed, and a strategy begins with it. Ask again with {strategy.generate} when {organizations.business_profile} says ready."
})

/** Reads the profile, if there is one; waits for one that is being generated. */
const readKnownProfile = (organization: number) =>
  Effect.gen(function* () {
    const status = yield* businessProfileStatus(organization)
    if (status === "none" || status === "failed") return null
    return (yield* readyProfile(organization)) ?? (yield* profileNotReady)
  })

/** Data that only the platform has, or why it could not be queried. */
type PlatformData = Pick<StrategyFacts, "platform" | "demand" | "outsideChanges">

const notAvailable = (reason: string, platform = platformLabel()): PlatformData => ({
  platform,
  demand: { available: false, reason },
  outsideChanges: 0
})

type OnStage = (sentence: string) => Effect.Effect<void, SqlError>

const monthMillis = 30 * 86_400_000

/** Counts external changes in the account since its last sync, as far as the platform's history goes. */
const countOutsideChanges = (account: LinkedAccount, running: AccountData["running"], now: number) =>
  Effect.gen(function* () {
    const synced = running.flatMap((one) => (one.synced === null ? [] : [Date.parse(one.synced)]))
    if (synced.length === 0) return 0
    const since = new Date(Math.max(Math.min(...synced), now - monthMillis))
    return (yield* account.platform.changesSince(account, since)).length
  })

/**
 * Queries the account for new campaigns; if none is selected, the account of the running ones. Without an
 * account, or if the platform refuses, the strategy states that it has no demand data. A broken login fails
 * the task, because the caller must fix it first. An unreachable platform is retried.
 */
const queryPlatform = (
  organization: number,
  profile: ReadyProfile | null,
  { running, source }: AccountData,
  now: number,
  onStage: OnStage
) =>
  Effect.gen(function* () {
    const id = (yield* readSelectedAccount(organization)) ?? running[0]?.account ?? null
    if (id === null) return notAvailable(`no ${platformLabel()} account is linked yet`)
    const account = yield* (yield* AdAccounts).get(organization, id)
    yield* onStage(`Asking ${account.platform.label} what people search for.`)
    const platformData: PlatformData = {
      platform: account.platform.label,
      demand: yield* readDemand(account, profile, enabledKeywords(source.keywords)),
      outsideChanges: yield* countOutsideChanges(account, running, now)
    }
    return platformData
  }).pipe(
    Effect.catchTags({
      SetupRequired: ({ message }) => Effect.succeed(notAvailable(message)),
      PlatformRefused: ({ message, platform }) =>
        Effect.succeed(notAvailable(`${platform} declined to say: ${message}`, platform))
    }),
    Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error)))
  )

/** Gathers all facts of a strategy. It writes nothing. */
export const gatherFacts = (
  organization: number,
  documents: ReadonlyArray<AttachedDocument>,
  onStage: OnStage
) =>
  Effect.gen(function* () {
    yield* onStage("Reading the business profile and the account's figures.")
    const profile = yield* readKnownProfile(organization)
    const { running, ...account } = yield* readAccount(organization)
    const now = yield* DateTime.now
    const platformData = yield* queryPlatform(
      organization,
      profile,
      { ...account, running },
      now.epochMillis,
      onStage
    )
    if (profile === null && account.source.campaigns.length === 0 && !platformData.demand.available)
      return yield* nothingToAnalyse
    const audits = yield* auditRunningCampaigns(
      { id: organization, currency: account.organization.currency },
      running,
      profile?.competitors ?? [],
      onStage
    )
    const facts: StrategyFacts = {
      ...account,
      today: DateTime.formatIsoDateUtc(now),
      business: profile === null ? null : businessOf(profile),
      audits,
      ...platformData,
      documents
    }
    return facts
  })
