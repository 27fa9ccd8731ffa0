import { deepStrictEqual } from "node:assert"
import type { Tenant } from "../world.ts"
import { checkSameFindings } from "./detect.ts"
import { line, ms } from "./print.ts"
import { followPages, send, type TimedRequest, timeAll } from "./requests.ts"
import type { LargeTenant, ReadsWorld } from "./world.ts"

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
