import { parseArgs } from "node:util"
import { Database, migrate } from "@adwarden/core"
import { Effect } from "effect"
import { postgresCpu } from "../cpu.ts"
import { benchDatabase, temporaryDirectory } from "../database.ts"
import { type Subject, startSubject } from "../subject.ts"
import { checkSameFindings, checkSameResponses, compareDetect, reads } from "./reads.ts"
import { fillReads, nextDay, type ReadsSize } from "./world.ts"

/*
 * Measures performance and search term reads of one large organization among many small ones, as ratios with
 * targets. `npm run bench reads` measures. `-- --quick` only checks that everything runs and that results
 * agree. `-- --dense` puts all search terms into the last ninety days. `-- --detect` measures only a detector, and
 * `-- --campaigns N` makes the large organization smaller. `-- --database URL` uses an empty database of another
 * server, whose CPU time is not measured.
 */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    dense: { type: "boolean", default: false },
    detect: { type: "boolean", default: false },
    campaigns: { type: "string" },
    rounds: { type: "string", default: "15" },
    database: { type: "string" }
  }
})
const full: ReadsSize = {
  large: values.campaigns === undefined ? [500, 125, 31] : [Number(values.campaigns)],
  small: values.campaigns === undefined ? 100 : 3,
  days: 730,
  termDays: values.dense ? 90 : 730,
  terms: 1000,
  impressions: values.dense ? 330 : 20
}
const size: ReadsSize = values.quick
  ? { large: [20, 5], small: 3, days: 200, termDays: 120, terms: 100, impressions: 20 }
  : full
const rounds = values.quick ? 1 : Number(values.rounds)

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const settings = { shared_buffers: "2GB", max_wal_size: "8GB", synchronous_commit: "off" }
  const url = yield* benchDatabase(
    directory,
    values.database,
    values.quick ? { shared_buffers: "64MB" } : settings
  )
  const database = Database.layer(url, {
    statementTimeoutMillis: 3_600_000,
    idleInTransactionMillis: 600_000
  })
  const world = yield* Effect.zipRight(migrate, fillReads(size)).pipe(Effect.provide(database))
  for (const { campaigns, rows, slug } of world.large) {
    console.log(`${slug}: ${campaigns} campaigns, ${size.days} days, ${rows} rows of search terms`)
  }
  const subjects = yield* Effect.acquireRelease(
    Effect.promise(() => Promise.all(["bare-reads", "service"].map((name) => startSubject(name, url)))),
    (started) => Effect.sync(() => started.map((subject) => subject.stop()))
  )
  const [bare, service] = subjects as [Subject, Subject]
  const largest = world.large[0]!
  yield* Effect.promise(() => compareDetect(bare, service, largest, rounds, () => postgresCpu(directory)))
  if (values.detect) return yield* Effect.promise(() => checkSameFindings(bare.url, service.url, largest))
  yield* Effect.promise(() => reads(bare.url, service.url, world, rounds))
  yield* Effect.promise(() => checkSameResponses(bare.url, service.url, largest))
  const { longest, rows, seconds } = yield* Effect.provide(nextDay(largest), database)
  console.log(`\nThe next daily sync, ${rows} rows, its days and their rollups`)
  console.log(
    `  ${seconds.toFixed(1)} s, the longest transaction ${longest.toFixed(1)} s   (target: 60 or less)`
  )
  yield* Effect.promise(() => checkSameResponses(bare.url, service.url, largest))
})

await Effect.runPromise(Effect.scoped(main))
