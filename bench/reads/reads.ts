import { deepStrictEqual, ok } from "node:assert"
import type { Subject } from "../subject.ts"
import type { Tenant } from "../world.ts"
import type { LargeTenant, ReadsWorld } from "./world.ts"

/** Prints the figures of one comparison, their ratio and its limit. */
const line = (name: string, figures: string, ratio: number, ratioLimit: string) =>
  console.log(
    `  ${name.padEnd(16)} ${figures.padEnd(42)} ratio ${ratio.toFixed(2).padStart(6)}   ${ratioLimit}`
  )

const ms = (time: number) => `${time.toFixed(1)} ms`

/** A timed request: server, organization and path. It is a POST if it has a body, otherwise a GET. */
interface TimedRequest {
  readonly url: string
  readonly tenant: Tenant
  readonly path: string
  readonly body?: object
}

interface TermsPage {
  readonly search_terms: ReadonlyArray<unknown>
  readonly total: number
  readonly next_cursor: string | null
}

const send = <A = TermsPage>(request: TimedRequest): Promise<A> => sendRequest(request) as Promise<A>

const sendRequest = async ({ path, body: says, tenant, url }: TimedRequest): Promise<unknown> => {
  const response = await fetch(`${url}/v1/organizations/${tenant.slug}${path}`, {
    method: says === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
    ...(says === undefined ? {} : { body: JSON.stringify(says) })
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Slow requests are repeated less often: their times hardly vary. */
const maxMillisOfEach = 10_000

/**
 * Returns the best time of each request in milliseconds, one request at a time. The best time shows the cost
 * without interference, which on a shared machine says more than an average. The requests take turns, so that
 * other load affects all. Warm-up rounds let each query plan settle.
 */
const timeAll = async (
  requests: ReadonlyArray<ReadonlyArray<TimedRequest>>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const timings = requests.map((variants) => ({ variants, spent: 0, best: Number.POSITIVE_INFINITY }))
  for (let round = -Math.min(7, rounds); round < rounds; round++) {
    for (const timing of timings) {
      const isNeeded =
        timing.spent < maxMillisOfEach || (round >= 0 && timing.best === Number.POSITIVE_INFINITY)
      if (!isNeeded) continue
      const startedAt = performance.now()
      await send(timing.variants[Math.abs(round) % timing.variants.length]!)
      const millis = performance.now() - startedAt
      timing.spent += millis
      if (round >= 0) timing.best = Math.min(timing.best, millis)
    }
  }
  return timings.map(({ best }) => best)
}

/** Follows the cursors for this many pages and returns the last cursor. */
const followPages = async (request: TimedRequest, pages: number): Promise<string> => {
  let cursor: string | null = null
  for (let page = 0; page < pages; page++) {
    const path: string = `${request.path}&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`
    const termsPage: TermsPage = await send({ ...request, path })
    if (termsPage.next_cursor === null) break
    cursor = termsPage.next_cursor
  }
  return cursor!
}

const windows = [7, 30, 90]
const requestsPerRound = 10
const target = "(target: 2 or less)"

const detect = (url: string, tenant: LargeTenant, days: number, campaign: number): TimedRequest => ({
  url,
  tenant,
  path: `/campaigns/campaign-${campaign}/detect`,
  body: { detector: "negative_keywords", options: { days } }
})

interface Finding extends Readonly<Record<string, unknown>> {
  readonly term: string
  readonly clicks: number
  /** The saved recommendation that excludes the term. */
  readonly recommendation_id?: string
}

interface Found {
  readonly findings: ReadonlyArray<Finding>
}

/** Returns the first campaign with findings in every window: without any, nothing would be saved. */
const campaignWithFindings = async (url: string, tenant: LargeTenant): Promise<number> => {
  for (let campaign = 1; campaign <= tenant.campaigns; campaign++) {
    const found = await Promise.all(windows.map((days) => send<Found>(detect(url, tenant, days, campaign))))
    if (found.every(({ findings }) => findings.length > 0)) return campaign
  }
  throw new Error(
    "No campaign has findings, so nothing is saved. The benchmark needs terms that never convert."
  )
}

/** Returns the least CPU time of a request in milliseconds, host and Postgres together. The subjects take turns. */
const cpuOf = async (
  subjects: ReadonlyArray<Subject>,
  requestTo: (url: string) => TimedRequest,
  rounds: number,
  postgresCpu: () => number
): Promise<ReadonlyArray<number>> => {
  const best = subjects.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [n, subject] of subjects.entries()) {
      const before = (await subject.cpu()) + postgresCpu()
      for (let sent = 0; sent < requestsPerRound; sent++) await send(requestTo(subject.url))
      const micros = (await subject.cpu()) + postgresCpu() - before
      // A process of Postgres that ended meanwhile took its CPU time along.
      if (micros > 0) best[n] = Math.min(best[n]!, micros / requestsPerRound / 1000)
    }
  }
  return best
}

/** Compares negative_keywords over one campaign with handwritten SQL that also saves its findings. */
export const compareDetect = async (
  bare: Subject,
  service: Subject,
  tenant: LargeTenant,
  rounds: number,
  postgresCpu: () => number
) => {
  console.log(
    "\nnegative_keywords of one campaign, compared with handwritten SQL that also saves its findings"
  )
  const campaign = await campaignWithFindings(bare.url, tenant)
  // Authentication, limits, audit event and log, which every request of the service has and handwritten SQL has not.
  const organizationOf = (url: string): TimedRequest => ({ url, tenant, path: "" })
  const [fixed, otherFixed] = await cpuOf([service, bare], organizationOf, rounds, postgresCpu)
  line("small read, CPU", `${ms(fixed!)}, SQL ${ms(otherFixed!)}`, fixed! / otherFixed!, "")
  for (const days of windows) {
    const requestTo = (url: string) => detect(url, tenant, days, campaign)
    const [ours, other] = await timeAll([[requestTo(service.url)], [requestTo(bare.url)]], rounds)
    line(`${days} days`, `${ms(ours!)}, SQL ${ms(other!)}`, ours! / other!, target)
    const [cpu, otherCpu] = await cpuOf([service, bare], requestTo, rounds, postgresCpu)
    line("CPU", `${ms(cpu!)}, SQL ${ms(otherCpu!)}`, cpu! / otherCpu!, target)
  }
}

/**
 * Checks that both find the same searches with the same figures, and save them. Both save the campaign's one
 * pending recommendation, so their findings name the same id.
 */
export const checkSameFindings = async (bare: string, service: string, tenant: LargeTenant) => {
  const campaign = await campaignWithFindings(bare, tenant)
  for (const days of windows) {
    const cost = `cost_${days}d`
    const foundBy = async (url: string) => {
      const { findings } = await send<Found>(detect(url, tenant, days, campaign))
      return findings.map((one) => [one.term, one.clicks, one[cost], one.recommendation_id])
    }
    const [ours, other] = [await foundBy(service), await foundBy(bare)]
    deepStrictEqual(ours, other)
    ok(ours.every(([, , , recommendation]) => typeof recommendation === "string"))
    console.log(`  Both found and saved the same searches of ${days} days: ${ours.length}.`)
  }
}

const storedWindows = [30, 7, 90]
const others = [1, 2, 3, 5, 8, 10, 14, 21, 29, 31, 45, 60, 75, 89]
const terms = (days: number) => `/search-terms?days=${days}`

/** Prints all ratios, and the growth of the times with the number of rows. */
export const reads = async (bare: string, service: string, { large, small }: ReadsWorld, rounds: number) => {
  const largest = large[0]!
  const of = (url: string, tenant: Tenant, path: string): TimedRequest => ({ url, tenant, path })
  const each = (path: string) => small.map((tenant) => of(service, tenant, path))

  console.log("\nSearch terms, first page of a rollup window: large organization compared with a small one")
  for (const days of storedWindows) {
    const [one, other] = await timeAll([[of(service, largest, terms(days))], each(terms(days))], rounds)
    line(`${days} days`, `${ms(one!)}, small ${ms(other!)}`, one! / other!, "(target: 10 or less)")
  }

  console.log("\nSearch terms, later pages of a rollup window compared with its first")
  for (const days of storedWindows) {
    const first = of(service, largest, terms(days))
    const second = (await send(first)).next_cursor
    const deep = await followPages(first, 100)
    const paths = [second, deep].map((cursor) => [of(service, largest, `${terms(days)}&cursor=${cursor}`)])
    const [one, two, many] = await timeAll([[first], ...paths], rounds)
    line(`${days} days`, `${ms(one!)}, second ${ms(two!)}`, two! / one!, "(target: about 1 or less)")
    line("", `10,000 rows down ${ms(many!)}`, many! / one!, "(target: about 1 or less)")
  }

  console.log("\nSearch terms, first page of other windows compared with handwritten SQL over the days")
  for (const days of others) {
    const [fromService, fromBare] = await timeAll(
      [[of(service, largest, terms(days))], [of(bare, largest, terms(days))]],
      rounds
    )
    line(
      `${days} days`,
      `${ms(fromService!)}, SQL ${ms(fromBare!)}`,
      fromService! / fromBare!,
      "(target: 0.25 or less)"
    )
  }

  console.log("\nPerformance compared with handwritten SQL, each without the overhead of a request")
  for (const group of ["campaign", "day", "week"]) {
    for (const days of [7, 90, 365]) {
      const to = new Date(Date.now() - 86_400_000)
      const from = new Date(to.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      // A request for the organization alone measures the overhead of any request.
      const [fromService, fromBare, serviceOverhead, bareOverhead] = await timeAll(
        [
          [of(service, largest, `/performance?group_by=${group}${days === 7 ? "" : `&from=${from}`}`)],
          [of(bare, largest, `/performance?group_by=${group}&days=${days}`)],
          [of(service, largest, "")],
          [of(bare, largest, "")]
        ],
        rounds
      )
      const ownTimeRatio = (fromService! - serviceOverhead!) / (fromBare! - bareOverhead!)
      line(
        `${days} by ${group}`,
        `${ms(fromService!)}, SQL ${ms(fromBare!)}`,
        ownTimeRatio,
        `(target: 1.3 or less; with the overheads of ${ms(serviceOverhead!)} and ${ms(bareOverhead!)}: ${(fromService! / fromBare!).toFixed(2)})`
      )
    }
  }

  console.log("\nGrowth with the number of search term rows")
  for (const tenant of large) {
    const paths = [terms(30), terms(14), "/performance", `${terms(30)}&campaign=campaign-1`]
    const [month, fortnight, week, one] = await timeAll(
      paths.map((path) => [of(service, tenant, path)]),
      rounds
    )
    const bareTimes = (
      await timeAll([[of(bare, tenant, terms(30))], [of(bare, tenant, terms(14))]], rounds)
    ).map(ms)
    console.log(
      `  ${String(tenant.rows).padStart(8)} rows   30 days ${ms(month!)} (SQL ${bareTimes[0]}), 14 days ${ms(fortnight!)} (SQL ${bareTimes[1]}), one campaign ${ms(one!)}, performance ${ms(week!)}`
    )
  }
}

/** Checks the results: first page and total of every window equal the sums over the days. */
export const checkSameResponses = async (bare: string, service: string, tenant: LargeTenant) => {
  for (const days of [...storedWindows, ...others]) {
    const [fromService, fromBare] = await Promise.all(
      [service, bare].map((url) => send({ url, tenant, path: terms(days) }))
    )
    deepStrictEqual(
      { days, total: fromService!.total, search_terms: fromService!.search_terms },
      { days, total: fromBare!.total, search_terms: fromBare!.search_terms }
    )
  }
  await checkSameFindings(bare, service, tenant)
  console.log(`\nAll ${storedWindows.length + others.length} windows equal the sums over their days`)
}
