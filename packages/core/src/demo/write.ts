import { Effect } from "effect"
import { organizations } from "./definition/organizations.ts"
import { people } from "./definition/people.ts"
import type { CampaignPlan, OrganizationPlan } from "./definition/types.ts"
import { writeLink } from "./through/link.ts"
import { type DemoCustomer, type DemoPlatform, isInPlatform } from "./through/platform.ts"
import { writeAds } from "./writer/ads.ts"
import { writeCampaigns } from "./writer/campaigns.ts"
import { type DemoKeys, writeKeys } from "./writer/keys.ts"
import { writeKeywords, writeNegatives } from "./writer/keywords.ts"
import { writeMetrics } from "./writer/metrics.ts"
import { websiteOf, writeAccount, writeOrganizations, writeProfile } from "./writer/organizations.ts"
import { type Person, writePeople } from "./writer/people.ts"
import { platformNames } from "./writer/platform-names.ts"

export interface DemoPeople {
  readonly people: ReadonlyMap<string, Person>
  readonly organizations: ReadonlyMap<string, number>
  readonly keys: DemoKeys
}

/** The account behind an organization, where there is a platform to ask. A broken login could not tell anything. */
export const customerOf = (
  platform: DemoPlatform,
  { account, slug }: OrganizationPlan
): DemoCustomer | undefined =>
  account === undefined || account.broken !== undefined
    ? undefined
    : platform.customers.find((customer) => customer.slug === slug)

/** People, organizations, profiles and keys. */
export const writePeopleAndKeys = (today: string, siteUrl: string) =>
  Effect.gen(function* () {
    const { people: known, teams } = yield* writePeople(today)
    const ids = yield* writeOrganizations(today, known, teams)
    for (const plan of organizations) yield* writeProfile(ids.get(plan.slug)!, plan, today, siteUrl)
    const written: DemoPeople = { people: known, organizations: ids, keys: yield* writeKeys }
    return written
  })

/** Campaigns with all that belongs to them, made up here; answers their ids by slug. */
const writeWhole = (
  id: number,
  plan: OrganizationPlan,
  campaigns: ReadonlyArray<CampaignPlan>,
  siteUrl: string,
  today: string
) =>
  Effect.gen(function* () {
    const names = platformNames(plan.account?.customerId ?? "0")
    const website = websiteOf(siteUrl, plan.slug)
    const written = yield* writeCampaigns(id, { ...plan, campaigns }, names, website, today)
    for (const campaign of written) {
      const ads = yield* writeAds(id, campaign, names, today)
      const keywords = yield* writeKeywords(id, campaign, ads, names, today)
      yield* writeNegatives(id, campaign, ads, names, today)
      yield* writeMetrics(id, plan.slug, campaign, ads, keywords, today)
    }
    return new Map(written.map((campaign) => [campaign.plan.slug, campaign.id]))
  })

/** An organization's account and campaigns without a platform: all of it is made up. */
export const writeAlone = (plan: OrganizationPlan, made: DemoPeople, siteUrl: string, today: string) =>
  Effect.gen(function* () {
    const id = made.organizations.get(plan.slug)!
    yield* writeAccount(id, plan, made.people, today)
    return yield* writeWhole(id, plan, plan.campaigns, siteUrl, today)
  })

/** The same with an account at the platform: only what was never there is made up. */
export const writeLinked = (
  plan: OrganizationPlan,
  customer: DemoCustomer,
  made: DemoPeople,
  siteUrl: string,
  today: string
) =>
  Effect.gen(function* () {
    const id = made.organizations.get(plan.slug)!
    yield* writeLink(id, plan, customer, made.people, today)
    const { customerId, timeZone } = customer
    const account = { ...plan.account!, customerId, timeZone }
    const drafts = plan.campaigns.filter((campaign) => !isInPlatform(campaign))
    return yield* writeWhole(id, { ...plan, account }, drafts, siteUrl, today)
  })

export const credentialsOf = (known: ReadonlyMap<string, Person>) =>
  people.map(({ adopsTeam, email }) => ({
    email,
    password: known.get(email)!.password,
    organizations: Object.fromEntries(
      organizations.flatMap(({ members, slug }) =>
        members[email] === undefined ? [] : [[slug, members[email]]]
      )
    ),
    ...(adopsTeam === undefined ? {} : { adops_team: adopsTeam })
  }))
