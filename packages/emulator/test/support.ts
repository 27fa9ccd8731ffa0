import { afterFile } from "../../core/test/support/after-file.ts"
import { createEmulator, type Emulator, type EmulatorSettings } from "../src/index.ts"

interface ErrorView {
  readonly errorCode: Readonly<Record<string, string>>
  readonly message: string
  readonly trigger?: { readonly stringValue: string }
  readonly location?: {
    readonly fieldPathElements: readonly { readonly fieldName: string; readonly index?: number }[]
  }
  readonly details?: { readonly quotaErrorDetails?: { readonly retryDelay: string } }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape
export type Loose = any

interface EmulatorResponse {
  readonly status: number
  readonly body: Loose
  readonly errors: readonly ErrorView[]
  readonly requestId: string | null
}

export const northwind = "5550000001"
/** A Sunday morning in Seattle, where it is 10:00. */
export const noon = "2026-11-15T18:00:00Z"

/** Starts an emulator with its clock stopped at `noon`. */
export const start = (settings: EmulatorSettings = {}): Promise<Emulator> =>
  createEmulator({ clock: { now: noon, frozen: true }, ...settings })

export const tokenFor = async (
  emulator: Emulator,
  refreshToken = "demo-refresh-northwind"
): Promise<string> => {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: "a-client",
    client_secret: "a-secret"
  })
  const response = await fetch(emulator.tokenUrl, { method: "POST", body: form })
  const body = (await response.json()) as { access_token?: string; error?: string }
  if (body.access_token === undefined) throw new Error(body.error)
  return body.access_token
}

export const clientOf = async (
  emulator: Emulator,
  refreshToken?: string,
  customerId = northwind,
  known?: string
) => {
  const token = known ?? (await tokenFor(emulator, refreshToken))
  const call = async (
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<EmulatorResponse> => {
    const response = await fetch(`${emulator.url}/v25/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const parsedBody: Loose = await response.json()
    const error = (Array.isArray(parsedBody) ? parsedBody[0] : parsedBody)?.error
    const errors = error?.details?.[0]?.errors ?? []
    return {
      status: response.status,
      body: parsedBody,
      errors,
      requestId: response.headers.get("request-id")
    }
  }
  const of = (path: string) => `customers/${customerId}/${path}`
  return {
    call,
    token,
    name: of,
    search: (query: string, more: object = {}) => call(of("googleAds:search"), { query, ...more }),
    stream: (query: string) => call(of("googleAds:searchStream"), { query }),
    rows: async (query: string): Promise<readonly Loose[]> => {
      const { status, body } = await call(of("googleAds:search"), { query })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.results ?? []
    },
    mutate: (collection: string, operations: readonly object[], more: object = {}) =>
      call(of(`${collection}:mutate`), { operations, ...more }),
    mutateAll: (mutateOperations: readonly object[], more: object = {}) =>
      call(of("googleAds:mutate"), { mutateOperations, ...more })
  }
}

export type Client = Awaited<ReturnType<typeof clientOf>>

/** An emulator that all tests of a file share, and a client of it. */
export const emulatorForFile = async () => {
  const emulator = await start()
  afterFile(() => emulator.close())
  return { emulator, client: await clientOf(emulator) }
}

export const control = async (
  emulator: Emulator,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown
): Promise<Loose> => {
  const response = await fetch(`${emulator.url}/_control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return response.json()
}

export const campaignNamed = async (client: Client, name: string): Promise<Loose> => {
  const [row] = await client.rows(
    `SELECT campaign.id, campaign.name, campaign.status, campaign.campaign_budget FROM campaign WHERE campaign.name = '${name}'`
  )
  return row.campaign
}

export const code = (parsedBody: EmulatorResponse): Readonly<Record<string, string>> | undefined =>
  parsedBody.errors[0]?.errorCode

/** The operations that create a complete search campaign in one atomic request. */
export const wholeCampaign = (
  client: Client,
  name: string,
  changes: { readonly headlines?: readonly string[] } = {}
) => [
  {
    campaignBudgetOperation: {
      create: {
        resourceName: client.name("campaignBudgets/-1"),
        amountMicros: "50000000",
        explicitlyShared: false
      }
    }
  },
  {
    campaignOperation: {
      create: {
        resourceName: client.name("campaigns/-2"),
        name,
        status: "PAUSED",
        advertisingChannelType: "SEARCH",
        campaignBudget: client.name("campaignBudgets/-1"),
        maximizeConversions: {},
        containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
      }
    }
  },
  {
    campaignCriterionOperation: {
      create: {
        campaign: client.name("campaigns/-2"),
        location: { geoTargetConstant: "geoTargetConstants/1027744" }
      }
    }
  },
  {
    adGroupOperation: {
      create: { resourceName: client.name("adGroups/-3"), campaign: client.name("campaigns/-2"), name: "One" }
    }
  },
  {
    adGroupAdOperation: {
      create: {
        adGroup: client.name("adGroups/-3"),
        ad: {
          finalUrls: ["https://northwind.example.com/"],
          responsiveSearchAd: {
            headlines: (changes.headlines ?? ["Radiators Seattle", "Fitted in a Day", "Fixed Prices"]).map(
              (text) => ({ text })
            ),
            descriptions: [{ text: "Radiators fitted, moved and balanced." }, { text: "Book a visit today." }]
          }
        }
      }
    }
  },
  {
    adGroupCriterionOperation: {
      create: {
        adGroup: client.name("adGroups/-3"),
        keyword: { text: "radiator fitting", matchType: "PHRASE" }
      }
    }
  },
  {
    assetOperation: {
      create: {
        resourceName: client.name("assets/-4"),
        finalUrls: ["https://northwind.example.com/contact/"],
        sitelinkAsset: { linkText: "Contact" }
      }
    }
  },
  {
    campaignAssetOperation: {
      create: {
        campaign: client.name("campaigns/-2"),
        asset: client.name("assets/-4"),
        fieldType: "SITELINK"
      }
    }
  }
]

/** The settings that Google requires of a new campaign on these channels. */
const channelSettings: Readonly<Record<string, object>> = {
  SHOPPING: { shoppingSetting: { merchantId: "5550001" } },
  HOTEL: { hotelSetting: { hotelCenterId: "5550002" } }
}

const withoutAdGroups = new Set(["PERFORMANCE_MAX", "LOCAL_SERVICES"])

/** The operations that create a campaign of any channel with its own budget, and an ad group where it has some. */
export const channelCampaign = (
  client: Client,
  channel: string,
  { budget = {}, campaign = {} }: { readonly budget?: object; readonly campaign?: object } = {}
): readonly object[] => [
  {
    campaignBudgetOperation: {
      create: {
        resourceName: client.name("campaignBudgets/-1"),
        explicitlyShared: false,
        ...("totalAmountMicros" in budget ? {} : { amountMicros: "40000000" }),
        ...budget
      }
    }
  },
  {
    campaignOperation: {
      create: {
        resourceName: client.name("campaigns/-2"),
        name: channel,
        advertisingChannelType: channel,
        campaignBudget: client.name("campaignBudgets/-1"),
        maximizeConversions: {},
        containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
        ...channelSettings[channel],
        ...campaign
      }
    }
  },
  ...(withoutAdGroups.has(channel)
    ? []
    : [{ adGroupOperation: { create: { campaign: client.name("campaigns/-2"), name: "One" } } }])
]

/** Makes changes as a person does in Google Ads itself, and returns the names of what changed. */
export const editByPerson = async (
  emulator: Emulator,
  client: Client,
  mutateOperations: readonly object[]
): Promise<readonly string[]> => {
  const customerId = client.name("").split("/")[1]
  const { error, resourceNames } = await control(emulator, "POST", "edits", { customerId, mutateOperations })
  if (error) throw new Error(JSON.stringify(error))
  return resourceNames
}
