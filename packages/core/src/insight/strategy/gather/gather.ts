import type { SqlError } from "@effect/sql/SqlError"
import { DateTime, Effect } from "effect"
import { asTaskFailure } from "../../../campaigns/index.ts"
import { businessProfileStatus, type ReadyProfile, readyProfile } from "../../../organizations/index.ts"
import { readSelectedAccount } from "../../../platform/account-rows.ts"
import { AdAccounts, type LinkedAccount, platformLabel } from "../../../platform/index.ts"
import { TaskFailed, TryLater } from "../../../tasks/failures.ts"
import { type Demand, enabledKeywords, type StrategyBusiness, type StrategyFacts } from "../facts.ts"
import type { StrategyDocument } from "../rows.ts"
import { type AccountData, readAccount } from "./account.ts"
import { auditRunningCampaigns } from "./audit.ts"
import { readDemand } from "./demand.ts"

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

const businessOf = (profile: ReadyProfile): StrategyBusiness => ({
  url: profile.url,
  name: profile.brand_name,
  description: profile.description,
  products: profile.products,
  customers: profile.ideal_customer_profiles,
  competitors: profile.competitors,
  strengths: profile.trust_signals,
  places: profile.places.map(({ full_name, name }) => full_name ?? name)
})

/** Data that only the platform has, or why it could not be queried. */
interface PlatformData {
  /** The platform's display name. */
  readonly platform: string
  readonly demand: Demand
  readonly outsideChanges: number
}

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
  documents: ReadonlyArray<StrategyDocument>,
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
