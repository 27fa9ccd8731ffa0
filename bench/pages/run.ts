import { parseArgs } from "node:util"
import { Database, migrate, Sessions } from "@adwarden/core"
import { Effect, Layer } from "effect"
import { benchDatabase, temporaryDirectory } from "../database.ts"
import { startSubject } from "../subject.ts"
import { fill } from "../world.ts"
import { bestTimes, operations, page } from "./times.ts"

/*
 * Measures the overview and the table of campaigns, as ratios with targets: an organization with 500 campaigns against
 * one with 20 and one with 50, whose table has as many rows, and each page against the operations that it shows. `npm run bench pages` measures. `-- --quick` only
 * checks that everything runs. `-- --database URL` uses an empty database of another server.
 */
const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, database: { type: "string" } }
})
const rounds = values.quick ? 2 : 60
const [large, page50, small] = values.quick ? [60, 50, 20] : [500, 50, 20]
const days = values.quick ? 30 : 365

const line = (name: string, figures: string, ratio: number, target: string) =>
  console.log(
    `  ${name.padEnd(22)} ${figures.padEnd(40)} ratio ${ratio.toFixed(2).padStart(5)}   (target: ${target})`
  )
const ms = (time: number) => `${time.toFixed(1)} ms`

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = yield* benchDatabase(directory, values.database, { shared_buffers: "128MB" })
  const database = Database.layer(url)
  const { session, tenants } = yield* Effect.gen(function* () {
    yield* migrate
    const tenants = yield* fill([
      { slug: "large", campaigns: large, days },
      { slug: "page", campaigns: page50, days },
      { slug: "small", campaigns: small, days }
    ])
    const sessions = yield* Sessions
    return { tenants, session: yield* sessions.open(1, { ip: null, userAgent: null }) }
  }).pipe(Effect.provide(Layer.provideMerge(Sessions.layer, database)))
  const service = yield* Effect.acquireRelease(
    Effect.promise(() => startSubject("pages", url)),
    (started) => Effect.sync(() => started.stop())
  )
  const [one, same, other] = tenants.map((tenant) => ({
    ...tenant,
    page: (path: string) => page(service.url, session, `/o/${tenant.slug}${path}`),
    operations: (...paths: ReadonlyArray<string>) => operations(service.url, tenant, paths)
  }))
  yield* Effect.promise(async () => {
    console.log(
      `\nPages of an organization with ${large} campaigns against one with ${page50}, and one with ${small}`
    )
    for (const [name, path] of [
      ["Table, first rows", "/campaigns"],
      ["Table, by name", "/campaigns?sort=name.asc"],
      ["Table, 28 days", "/campaigns?days=28"],
      ["Overview", ""],
      ["Overview, 28 days", "?days=28"]
    ] as const) {
      const times = await bestTimes([one!.page(path), same!.page(path), other!.page(path)], rounds)
      const [many, asMany, few] = times
      line(name, `${ms(many!)}, of ${page50} ${ms(asMany!)}`, many! / asMany!, "about 1")
      line("", `${ms(many!)}, of ${small} ${ms(few!)}`, many! / few!, "about 1, and the rows shown")
    }

    console.log(`\nPages of ${large} campaigns against the operations that they show`)
    // The change of each campaign needs its figures of the days before.
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const before = `/performance?from=${day(14)}&to=${day(8)}`
    const ofTable = ["/campaigns?limit=50", "/performance", before, "/queued-writes"]
    const ofOverview = [...ofTable, "", "/performance?group_by=day", "/recommendations", "/actions"]
    for (const [name, path, calls] of [
      ["Table", "/campaigns", ofTable],
      ["Overview", "", ofOverview]
    ] as const) {
      const [shown, read] = await bestTimes([one!.page(path), one!.operations(...calls)], rounds)
      line(name, `${ms(shown!)}, operations ${ms(read!)}`, shown! / read!, "1 or less")
    }
  })
})

await Effect.runPromise(Effect.scoped(main))
