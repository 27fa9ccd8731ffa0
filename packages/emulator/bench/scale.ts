// Measures the emulator at scale: generates 500 campaigns × 120 days and a million search-term rows, then
// reads them over HTTP.
import { createEmulator } from "../src/index.ts"

const campaigns = Number(process.argv[2] ?? 500)
const days = Number(process.argv[3] ?? 120)
const customerId = "7770000001"
const name = (path: string) => `customers/${customerId}/${path}`

let peak = 0
const sample = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
const sampler = setInterval(sample, 50)
const startedAt = performance.now()
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
const say = (what: string) => {
  sample()
  console.log(
    `${seconds().padStart(6)} s  ${String(Math.round(process.memoryUsage.rss() / 2 ** 20)).padStart(5)} MiB  ${what}`
  )
}

const emulator = await createEmulator({
  world: "empty",
  clock: { now: "2026-07-18T12:00:00Z", frozen: true }
})
const control = async (method: string, path: string, body: unknown) =>
  (await fetch(`${emulator.url}/_control/${path}`, { method, body: JSON.stringify(body) })).json()
await control("PUT", "customers", {
  id: customerId,
  timeZone: "UTC",
  currencyCode: "USD",
  descriptiveName: "Bench"
})
await control("PUT", "logins", { refreshToken: "r", email: "bench@example.com", customerIds: [customerId] })
const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "r", client_id: "c" })
const token = (await (await fetch(emulator.tokenUrl, { method: "POST", body: form })).json()) as {
  access_token: string
}
const post = async (path: string, body: unknown): Promise<Response> => {
  const response = await fetch(`${emulator.url}/v25/${name(path)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token.access_token}` },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(await response.text())
  return response
}

const operationsFor = (index: number) => {
  const id = (part: number) => -(index * 10 + part)
  const create = (kind: string, body: object) => ({ [`${kind}Operation`]: { create: body } })
  return [
    create("campaignBudget", {
      resourceName: name(`campaignBudgets/${id(1)}`),
      amountMicros: "90000000",
      explicitlyShared: false
    }),
    create("campaign", {
      resourceName: name(`campaigns/${id(2)}`),
      name: `Campaign ${index}`,
      advertisingChannelType: "SEARCH",
      campaignBudget: name(`campaignBudgets/${id(1)}`),
      maximizeConversions: {},
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
    }),
    create("adGroup", {
      resourceName: name(`adGroups/${id(3)}`),
      campaign: name(`campaigns/${id(2)}`),
      name: "One"
    }),
    create("adGroupAd", {
      adGroup: name(`adGroups/${id(3)}`),
      ad: {
        finalUrls: ["https://bench.example.com/"],
        responsiveSearchAd: {
          headlines: [{ text: "One" }, { text: "Two" }, { text: "Three" }],
          descriptions: [{ text: "First" }, { text: "Second" }]
        }
      }
    }),
    ...[`service ${index}`, `repair ${index}`].map((text) =>
      create("adGroupCriterion", {
        adGroup: name(`adGroups/${id(3)}`),
        keyword: { text, matchType: "PHRASE" }
      })
    )
  ]
}
for (let index = 1; index <= campaigns; index += 100) {
  const count = Math.min(100, campaigns - index + 1)
  const mutateOperations = Array.from({ length: count }, (_, offset) => operationsFor(index + offset)).flat()
  await post("googleAds:mutate", { mutateOperations })
}
say(`${campaigns} campaigns created over HTTP`)

await control("POST", "clock", { advance: { days } })
say(`${days} days of traffic generated`)

const to = new Date(Date.parse("2026-07-18") + (days - 1) * 86_400_000).toISOString().slice(0, 10)
const range = `segments.date BETWEEN '2026-07-18' AND '${to}'`
/** Counts rows without storing them: every row of the stream has its segments once. */
const count = async (query: string, mark: string): Promise<number> => {
  const response = await post("googleAds:searchStream", { query })
  let rows = 0
  let rest = ""
  const decoder = new TextDecoder()
  for await (const bytes of response.body!) {
    const text = rest + decoder.decode(bytes, { stream: true })
    rows += text.split(mark).length - 1
    rest = text.slice(-(mark.length - 1))
  }
  return rows
}
const dailyMetrics = "metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions"
const daily = await count(
  `SELECT campaign.id, segments.date, ${dailyMetrics} FROM campaign WHERE ${range}`,
  '"segments":'
)
say(`${daily} campaign-day rows read`)
const terms = await count(
  `SELECT search_term_view.search_term, ad_group.id, segments.date, ${dailyMetrics} FROM search_term_view WHERE ${range}`,
  '"segments":'
)
say(`${terms} search-term rows read`)
const topTerms = await (
  await post("googleAds:search", {
    query: `SELECT search_term_view.search_term, campaign.id, metrics.cost_micros, metrics.conversions FROM search_term_view WHERE ${range} AND metrics.conversions = 0 ORDER BY metrics.cost_micros DESC LIMIT 100`
  })
).json()
say(`${(topTerms as { results: unknown[] }).results.length} most expensive terms without conversions found`)

clearInterval(sampler)
sample()
await emulator.close()
const totalSeconds = (performance.now() - startedAt) / 1000
const isComplete = campaigns < 500 || days < 120 || (terms >= 1_000_000 && daily >= 0.99 * campaigns * days)
const isMet = isComplete && totalSeconds < 60 && peak < 2 ** 30
console.log(
  `${isMet ? "met" : "MISSED"}: ${totalSeconds.toFixed(1)} s of 60, ${Math.round(peak / 2 ** 20)} MiB of 1024, ${terms} search-term rows`
)
process.exitCode = isMet ? 0 : 1
