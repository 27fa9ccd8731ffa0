import type { Operation } from "../mutate/mutate.ts"
import type { Body } from "../protocol/json.ts"
import { siteUrl } from "../sites/index.ts"
import { isoDay, localDay, localDaysAgo } from "../state/clock.ts"
import { contentOf, type Database } from "../state/database.ts"
import { type Kind, nameOf } from "../state/kinds.ts"
import type { Resource } from "../state/store.ts"
import type { World, WorldSettings } from "../world.ts"
import { demoWorld } from "./definition.ts"
import type { DemoAdGroup, DemoCampaign, DemoCustomer, DemoKeyword } from "./types.ts"

const createResource = (kind: Kind, body: Body): Operation => ({
  kind,
  body: { create: body as never },
  path: []
})

/** The account's assets below its ads, each with the field type of its link to a campaign. */
const assetsOf = ({ callouts, sitelinks, slug }: DemoCustomer): readonly [string, Body][] => [
  ...sitelinks.map(({ text, page, description1, description2 }): [string, Body] => [
    "SITELINK",
    {
      finalUrls: [`${siteUrl(slug)}${page}`],
      sitelinkAsset: { linkText: text, description1, description2 }
    }
  ]),
  ...callouts.map((calloutText): [string, Body] => ["CALLOUT", { calloutAsset: { calloutText } }])
]

/** Links the account's sitelinks and callouts to each of its campaigns. */
const seedExtensions = (world: World, demo: DemoCustomer): void => {
  const customer = world.store.get(`customers/${demo.customerId}`)!
  const campaigns = [...world.store.list(demo.customerId, "campaign")].filter(
    ({ body }) => body["advertisingChannelType"] === "SEARCH"
  )
  const author = { userEmail: demo.login.email, clientType: "GOOGLE_ADS_API" }
  const asset = nameOf("asset", demo.customerId, "-1")
  // A request each: the links of all assets of a large account would be too many for one.
  for (const [fieldType, body] of assetsOf(demo)) {
    const operations = [
      createResource("asset", { resourceName: asset, ...body }),
      ...campaigns.map(({ name: campaign }) =>
        createResource("campaign_asset", { campaign, asset, fieldType })
      )
    ]
    world.mutate(customer, operations, { partialFailure: false, validateOnly: false }, author)
  }
}

const operation = (kind: Kind, body: Body): Operation => ({ kind, body, path: [] })
const create = (kind: Kind, body: Body): Operation => operation(kind, { create: body as never })
const update = (kind: Kind, body: Body, updateMask: string): Operation =>
  operation(kind, { update: body as never, updateMask })

const micros = (amount: number): string => String(Math.round(amount * 100) * 10_000)

/** Writes the demo world day by day, with the mutates that a client would send. */
export const seedDemo = (
  world: World,
  advertisers: readonly DemoCustomer[] = demoWorld.customers,
  days: number = demoWorld.days
): void => {
  const now = world.clock.now()
  const startDate = ({ timeZone }: Pick<DemoCustomer, "timeZone">) => localDaysAgo(now, days, timeZone)
  world.database.atomically(() => {
    // Traffic depends on the ids of campaigns, so what comes later changes nothing for what came before.
    const accounts = advertisers.map((customer) => seedCustomer(world, customer, now, days))
    for (const account of accounts) account.seedOtherChannels()
    for (const account of accounts) account.seedLaterEdits()
    for (const customer of advertisers) {
      world.clock.during(startDate(customer), () => seedExtensions(world, customer))
    }
    seedManager(world, startDate(demoWorld.manager))
    world.settle()
  })
}

/** The names of a campaign's parts. */
interface SeededCampaign {
  readonly campaign: string
  readonly budget: string
  readonly adGroups: readonly string[]
}

/** Creates an account with its Search campaigns, and returns the later steps. */
const seedCustomer = (world: World, demo: DemoCustomer, now: Date, days: number) => {
  const { clock } = world
  const daysAgo = (count: number) => localDaysAgo(now, count, demo.timeZone)
  const customer = clock.during(daysAgo(days), () =>
    world.addCustomer({
      id: demo.customerId,
      descriptiveName: demo.name,
      currencyCode: demo.currencyCode,
      timeZone: demo.timeZone,
      autoTaggingEnabled: true,
      conversionTrackingSetting: { conversionTrackingStatus: "CONVERSION_TRACKING_MANAGED_BY_SELF" },
      manager: false,
      testAccount: true,
      status: "ENABLED"
    })
  )
  world.logins.put({ ...demo.login, customerIds: [demo.customerId] })
  const api = { userEmail: demo.login.email, clientType: "GOOGLE_ADS_API" }
  const person = { userEmail: demo.editor, clientType: "GOOGLE_ADS_WEB_CLIENT" }
  const all = { partialFailure: false, validateOnly: false }
  const endOf = (inDays: number) => `${isoDay(localDay(now, demo.timeZone) + inDays)} 23:59:59`
  const seeded = new Map<DemoCampaign, SeededCampaign>()
  const seedCampaign = (campaign: DemoCampaign) =>
    clock.during(daysAgo(campaign.total?.startedDaysAgo ?? days), () => {
      const { operations, adGroups } = campaignOperations(demo, campaign, endOf)
      const { outcomes } = world.mutate(customer, operations, all, api)
      const created = { budget: outcomes[0]!.name, campaign: outcomes[1]!.name }
      seeded.set(campaign, { ...created, adGroups: adGroups.map((index) => outcomes[index]!.name) })
      if (campaign.market) world.markets.plant(created.campaign, campaign.market)
    })
  for (const campaign of demo.campaigns) if (!campaign.channel) seedCampaign(campaign)
  return {
    seedOtherChannels: () => {
      for (const campaign of demo.campaigns) if (campaign.channel && !campaign.total) seedCampaign(campaign)
    },
    seedLaterEdits: () => {
      const edits = [...seeded].flatMap(([campaign, names]) => laterEdits(campaign, names))
      const later = [
        ...edits.map(({ days: ago, operation: edit }) => ({
          ago,
          run: () => clock.during(daysAgo(ago), () => world.mutate(customer, [edit], all, person))
        })),
        ...demo.campaigns.flatMap((campaign) =>
          campaign.total ? [{ ago: campaign.total.startedDaysAgo, run: () => seedCampaign(campaign) }] : []
        )
      ]
      for (const { run } of later.sort((left, right) => right.ago - left.ago)) run()
    }
  }
}

/** Edits that happen after a campaign was created. */
const laterEdits = (
  campaign: DemoCampaign,
  names: SeededCampaign
): readonly { readonly days: number; readonly operation: Operation }[] => [
  ...(campaign.pausedDaysAgo === undefined
    ? []
    : [
        {
          days: campaign.pausedDaysAgo,
          operation: update("campaign", { resourceName: names.campaign, status: "PAUSED" }, "status")
        }
      ]),
  ...(campaign.aiMaxDaysAgo === undefined
    ? []
    : [
        {
          days: campaign.aiMaxDaysAgo,
          operation: update(
            "campaign",
            { resourceName: names.campaign, aiMaxSetting: { enableAiMax: true } },
            "ai_max_setting.enable_ai_max"
          )
        }
      ]),
  ...(campaign.raisedFrom === undefined
    ? []
    : [
        {
          days: 2,
          operation: update(
            "campaign_budget",
            { resourceName: names.budget, amountMicros: micros(campaign.budget) },
            "amount_micros"
          )
        }
      ]),
  ...campaign.adGroups.flatMap(({ keywords }, index) =>
    keywords.flatMap((keyword) =>
      keyword.addedDaysAgo === undefined
        ? []
        : [
            {
              days: keyword.addedDaysAgo,
              operation: create("ad_group_criterion", criterion(names.adGroups[index]!, keyword))
            }
          ]
    )
  )
]

const criterion = (adGroup: string, { text, matchType, paused }: DemoKeyword): Body => ({
  adGroup,
  status: paused ? "PAUSED" : "ENABLED",
  keyword: { text, matchType }
})

const searchFields = ({ targetCpa }: DemoCampaign): Body => ({
  maximizeConversions: targetCpa === undefined ? {} : { targetCpaMicros: micros(targetCpa) },
  networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false }
})

/** Builds one atomic mutate for a campaign. Temporary ids connect its parts. */
const campaignOperations = (
  demo: DemoCustomer,
  campaign: DemoCampaign,
  endOf: (inDays: number) => string
) => {
  const { channel, total } = campaign
  const name = (kind: Kind, ...key: readonly number[]) => nameOf(kind, demo.customerId, ...key.map(String))
  const operations: Operation[] = [
    create("campaign_budget", {
      resourceName: name("campaign_budget", -1),
      name: `${campaign.name} budget`,
      ...(total
        ? { period: "CUSTOM_PERIOD", totalAmountMicros: micros(total.amount) }
        : { amountMicros: micros(campaign.raisedFrom ?? campaign.budget) }),
      explicitlyShared: false
    }),
    create("campaign", {
      resourceName: name("campaign", -2),
      name: campaign.name,
      status: "ENABLED",
      advertisingChannelType: channel?.type ?? "SEARCH",
      campaignBudget: name("campaign_budget", -1),
      ...(channel?.fields ?? searchFields(campaign)),
      ...(total ? { endDateTime: endOf(total.endsInDays) } : {}),
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
    }),
    create("campaign_criterion", {
      campaign: name("campaign", -2),
      location: { geoTargetConstant: demo.geoTargetConstant }
    }),
    ...campaign.negatives.map((text) =>
      create("campaign_criterion", {
        campaign: name("campaign", -2),
        negative: true,
        keyword: { text, matchType: "PHRASE" }
      })
    )
  ]
  if (channel?.adGroup !== undefined) {
    operations.push(create("ad_group", { campaign: name("campaign", -2), name: channel.adGroup }))
  }
  const adGroups: number[] = []
  for (const [index, adGroup] of campaign.adGroups.entries()) {
    adGroups.push(operations.length)
    operations.push(...adGroupOperations(demo, name("campaign", -2), name("ad_group", -10 - index), adGroup))
  }
  return { operations, adGroups }
}

const adGroupOperations = (
  demo: DemoCustomer,
  campaign: string,
  adGroup: string,
  { name, headlines, descriptions, keywords, page }: DemoAdGroup
): readonly Operation[] => [
  create("ad_group", { resourceName: adGroup, campaign, name }),
  create("ad_group_ad", {
    adGroup,
    ad: {
      finalUrls: [`${siteUrl(demo.slug)}${page}`],
      responsiveSearchAd: {
        headlines: headlines.map((text) => ({ text })),
        descriptions: descriptions.map((text) => ({ text }))
      }
    }
  }),
  ...keywords
    .filter(({ addedDaysAgo }) => addedDaysAgo === undefined)
    .map((keyword) => create("ad_group_criterion", criterion(adGroup, keyword)))
]

const seedManager = (world: World, at: Date): void => {
  const { clients, customerId, login, name, timeZone } = demoWorld.manager
  const manager: Resource = world.clock.during(at, () =>
    world.addCustomer({
      id: customerId,
      descriptiveName: name,
      currencyCode: "USD",
      timeZone,
      manager: true,
      testAccount: true,
      status: "ENABLED"
    })
  )
  world.logins.put({ ...login, customerIds: [customerId] })
  for (const [index, client] of clients.entries()) {
    const linkName = nameOf("customer_client_link", customerId, client.customerId, String(index + 1))
    world.store.put({
      kind: "customer_client_link",
      customerId: manager.customerId,
      name: linkName,
      body: {
        resourceName: linkName,
        clientCustomer: `customers/${client.customerId}`,
        managerLinkId: String(index + 1),
        status: client.status,
        hidden: false
      }
    })
  }
}

/*
 * Databases with the demo world, for further temporary emulators of this process. Seeding one takes half a
 * second, which adds up in a suite of tests.
 */

interface SeedSettings extends WorldSettings {
  readonly world?: "demo" | "empty" | undefined
  readonly advertisers?: readonly string[] | undefined
}

const maxStates = 3
const states = new Map<string, Uint8Array>()

/** Returns undefined if the settings need a state of their own. */
const keyOf = ({ advertisers, clock, directory, seed, world }: SeedSettings): string | undefined => {
  if (directory !== undefined || world === "empty" || (clock && !clock.frozen)) return undefined
  // With the system's clock, a state of the same hour looks like an emulator that was started then.
  const at = clock === undefined ? new Date().toISOString().slice(0, 13) : new Date(clock.now).toISOString()
  return JSON.stringify([at, seed, advertisers])
}

/** Returns the database that an earlier emulator with these settings started with, if it is known. */
export const seededState = (settings: SeedSettings): Uint8Array | undefined => {
  const key = keyOf(settings)
  return key === undefined ? undefined : states.get(key)
}

/** Keeps a database that has just been seeded. Only the latest few are kept. */
export const keepSeededState = (settings: SeedSettings, database: Database): void => {
  const key = keyOf(settings)
  if (key === undefined) return
  states.set(key, contentOf(database))
  const [oldest] = states.keys()
  if (states.size > maxStates) states.delete(oldest!)
}
