import * as SqlClient from "@effect/sql/SqlClient"
import { DateTime, Effect } from "effect"
import { asTaskFailure } from "../../../campaigns/index.ts"
import { businessProfileStatus, type ReadyProfile, readyProfile } from "../../../organizations/index.ts"
import { AdAccounts, AdPlatform, type Platform } from "../../../platform/index.ts"
import { TaskFailed, TryLater } from "../../../tasks/failures.ts"
import type { Business, Demand, StrategyFacts } from "../facts.ts"
import type { Document } from "../rows.ts"
import { type Account, type CampaignRow, readAccount } from "./account.ts"
import { auditRunning } from "./audit.ts"
import { askDemand } from "./demand.ts"

const nothing = new TaskFailed({
  reason: "setup_required",
  message:
    "There is nothing to write a strategy from: the organization has neither a business profile nor an ad account. Have its website analysed and link its Google Ads account in the dashboard, then ask again with {strategy.generate}; before then it fails the same way."
})

const analysing = new TryLater({
  message:
    "The business profile is still being analysed, and a strategy begins with it. Ask again with {strategy.generate} when {organizations.business_profile} says ready."
})

/** The profile, where there is one; one that is being made is waited for. */
const knownProfile = (organization: number) =>
  Effect.gen(function* () {
    const status = yield* businessProfileStatus(organization)
    if (status === "none" || status === "failed") return null
    return (yield* readyProfile(organization)) ?? (yield* analysing)
  })

const businessOf = (profile: ReadyProfile): Business => ({
  url: profile.url,
  name: profile.brand_name,
  description: profile.description,
  products: profile.products,
  customers: profile.ideal_customer_profiles,
  competitors: profile.competitors,
  strengths: profile.trust_signals,
  places: profile.places.map(({ full_name, name }) => full_name ?? name)
})

/** What only the platform knows; or why it could not be asked. */
interface Asked {
  readonly demand: Demand
  readonly outsideChanges: number
}

const notAsked = (why: string): Asked => ({ demand: { asked: false, why }, outsideChanges: 0 })

const monthMillis = 30 * 86_400_000

/** How much others changed in the account since it was last synced, as far as the platform remembers. */
const changedOutside = (account: Platform.AdAccount, campaigns: ReadonlyArray<CampaignRow>, now: number) =>
  Effect.gen(function* () {
    const synced = campaigns.flatMap((one) =>
      one.running && one.synced !== null ? [Date.parse(one.synced)] : []
    )
    if (synced.length === 0) return 0
    const since = new Date(Math.max(Math.min(...synced), now - monthMillis))
    return (yield* (yield* AdPlatform).changesSince(account, since)).length
  })

/**
 * Asks the account that new campaigns go to; where none is selected, the one that campaigns run in. Without one, or
 * with a platform that declines to say, a strategy has no demand, which it tells. A login that no longer works fails it:
 * whoever asked wants to know that before anything else. A platform out of reach is asked again later.
 */
const askPlatform = (
  organization: number,
  profile: ReadyProfile | null,
  { campaigns, keywords }: Account,
  now: number
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [selected] = yield* sql<{ readonly id: string }>`
      select id from ad_accounts where organization_id = ${organization} and selected`
    const id = selected?.id ?? campaigns.find(({ running }) => running)?.account ?? null
    if (id === null) return notAsked("no Google Ads account is linked yet")
    const account = yield* (yield* AdAccounts).get(organization, id)
    const asked: Asked = {
      demand: yield* askDemand(account, profile, keywords),
      outsideChanges: yield* changedOutside(account, campaigns, now)
    }
    return asked
  }).pipe(
    Effect.catchTags({
      SetupRequired: ({ message }) => Effect.succeed(notAsked(message)),
      PlatformRefused: ({ message }) => Effect.succeed(notAsked(`Google Ads declined to say: ${message}`))
    }),
    Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error)))
  )

/** Finds out everything that a strategy is written from, and writes nothing down. */
export const gatherFacts = <E, R>(
  organization: number,
  documents: ReadonlyArray<Document>,
  tell: (sentence: string) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    yield* tell("Reading the business profile and the account's figures.")
    const profile = yield* knownProfile(organization)
    const account = yield* readAccount(organization)
    const now = yield* DateTime.now
    yield* tell("Asking Google Ads what people search for.")
    const { demand, outsideChanges } = yield* askPlatform(organization, profile, account, now.epochMillis)
    if (profile === null && account.campaigns.length === 0 && !demand.asked) return yield* nothing
    const audits = yield* auditRunning(organization, account.campaigns, profile?.competitors ?? [], tell)
    const facts: StrategyFacts = {
      ...account,
      today: DateTime.formatIsoDateUtc(now),
      business: profile === null ? null : businessOf(profile),
      audits,
      demand,
      outsideChanges,
      documents
    }
    return facts
  })
