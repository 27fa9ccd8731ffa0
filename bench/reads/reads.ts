import { deepStrictEqual } from "node:assert"
import type { Tenant } from "../world.ts"
import { ask, type Question, timeAll, walkPages } from "./questions.ts"
import type { ReadsWorld } from "./world.ts"

const kept = [30, 7, 90]
const others = [1, 2, 3, 5, 8, 10, 14, 21, 29, 31, 45, 60, 75, 89]
const terms = (days: number) => `/search-terms?days=${days}`

const detect = (url: string, tenant: Tenant, days: number): Question => ({
  url,
  tenant,
  path: "/campaigns/campaign-1/detect",
  says: { detector: "negative_keywords", options: { days } }
})

const line = (name: string, figures: string, ratio: number, wanted: string) =>
  console.log(`  ${name.padEnd(16)} ${figures.padEnd(42)} ratio ${ratio.toFixed(2).padStart(6)}   ${wanted}`)
const ms = (time: number) => `${time.toFixed(1)} ms`

/** All the ratios, and how the same questions grow with the rows. */
export const reads = async (bare: string, service: string, { large, small }: ReadsWorld, rounds: number) => {
  const largest = large[0]!
  const of = (url: string, tenant: Tenant, path: string): Question => ({ url, tenant, path })
  const each = (path: string) => small.map((tenant) => of(service, tenant, path))

  console.log("\nSearch terms, first page of a kept window: the large organization beside a small one")
  for (const days of kept) {
    const [one, other] = await timeAll([[of(service, largest, terms(days))], each(terms(days))], rounds)
    line(`${days} days`, `${ms(one!)}, small ${ms(other!)}`, one! / other!, "(wanted: 10 or less)")
  }

  console.log("\nSearch terms, later pages of a kept window beside its first")
  for (const days of kept) {
    const first = of(service, largest, terms(days))
    const second = (await ask(first)).next_cursor
    const deep = await walkPages(first, 100)
    const paths = [second, deep].map((cursor) => [of(service, largest, `${terms(days)}&cursor=${cursor}`)])
    const [one, two, many] = await timeAll([[first], ...paths], rounds)
    line(`${days} days`, `${ms(one!)}, second ${ms(two!)}`, two! / one!, "(wanted: about 1 or less)")
    line("", `10,000 rows down ${ms(many!)}`, many! / one!, "(wanted: about 1 or less)")
  }

  console.log("\nSearch terms, first page of any other window beside summing its days by hand-written SQL")
  for (const days of others) {
    const [ours, theirs] = await timeAll(
      [[of(service, largest, terms(days))], [of(bare, largest, terms(days))]],
      rounds
    )
    line(`${days} days`, `${ms(ours!)}, by hand ${ms(theirs!)}`, ours! / theirs!, "(wanted: 0.25 or less)")
  }

  console.log("\nPerformance beside hand-written SQL, each without what its server does for any request")
  for (const group of ["campaign", "day", "week"]) {
    for (const days of [7, 90, 365]) {
      const to = new Date(Date.now() - 86_400_000)
      const from = new Date(to.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      // Asking for the organization alone shows what any request costs, whatever it asks for.
      const [ours, theirs, door, bareDoor] = await timeAll(
        [
          [of(service, largest, `/performance?group_by=${group}${days === 7 ? "" : `&from=${from}`}`)],
          [of(bare, largest, `/performance?group_by=${group}&days=${days}`)],
          [of(service, largest, "")],
          [of(bare, largest, "")]
        ],
        rounds
      )
      const own = (ours! - door!) / (theirs! - bareDoor!)
      line(
        `${days} by ${group}`,
        `${ms(ours!)}, by hand ${ms(theirs!)}`,
        own,
        `(wanted: 1.3 or less; with the door's ${ms(door!)} and ${ms(bareDoor!)}: ${(ours! / theirs!).toFixed(2)})`
      )
    }
  }

  console.log("\nnegative_keywords of one campaign, saved, beside hand-written SQL that saves nothing")
  for (const days of [7, 30, 90]) {
    const [ours, theirs] = await timeAll(
      [[detect(service, largest, days)], [detect(bare, largest, days)]],
      rounds
    )
    line(`${days} days`, `${ms(ours!)}, by hand ${ms(theirs!)}`, ours! / theirs!, "(wanted: 2 or less)")
  }

  console.log("\nHow it grows: rows of search terms, and milliseconds")
  for (const tenant of large) {
    const paths = [terms(30), terms(14), "/performance", `${terms(30)}&campaign=campaign-1`]
    const [month, fortnight, week, one] = await timeAll(
      paths.map((path) => [of(service, tenant, path)]),
      rounds
    )
    const byHand = (
      await timeAll([[of(bare, tenant, terms(30))], [of(bare, tenant, terms(14))]], rounds)
    ).map(ms)
    console.log(
      `  ${String(tenant.rows).padStart(8)} rows   30 days ${ms(month!)} (by hand ${byHand[0]}), 14 days ${ms(fortnight!)} (by hand ${byHand[1]}), one campaign ${ms(one!)}, performance ${ms(week!)}`
    )
  }
}

/** Whatever is quick must also be right: every window's first page and total are what the days add up to. */
export const sameAnswers = async (bare: string, service: string, tenant: Tenant) => {
  for (const days of [...kept, ...others]) {
    const [ours, theirs] = await Promise.all(
      [service, bare].map((url) => ask({ url, tenant, path: terms(days) }))
    )
    deepStrictEqual(
      { days, total: ours!.total, search_terms: ours!.search_terms },
      { days, total: theirs!.total, search_terms: theirs!.search_terms }
    )
  }
  for (const days of kept) {
    const [ours, theirs] = await Promise.all(
      [service, bare].map((url) =>
        ask<{ findings: ReadonlyArray<{ term: string }> }>(detect(url, tenant, days))
      )
    )
    deepStrictEqual(
      ours!.findings.map(({ term }) => term),
      theirs!.findings.map(({ term }) => term)
    )
  }
  console.log(`\nAll ${kept.length + others.length} windows say what the days add up to`)
}
