import { Database } from "@adwarden/core"
import { expect, it } from "@effect/vitest"
import { Effect, ManagedRuntime } from "effect"
import { onCitus, startNodes } from "../../core/test/citus/cluster.ts"
import { addNode, type CitusNode, createCoordinator } from "../../core/test/support/citus-nodes.ts"
import { holdTransaction } from "../../core/test/support/hold-transaction.ts"
import { admin, rowsOf, withDatabase } from "../../core/test/support/postgres-admin.ts"
import { until } from "../../core/test/support/until.ts"
import { runProcess, startProcess } from "./adwarden.ts"

/* `adwarden migrate --distribute`, killed between two tables. Runs with `npm run check citus` only. */

const nodes = onCitus ? (await startNodes(["coordinator", "first"])).nodes : ([] as ReadonlyArray<CitusNode>)

/** Waits for no foreign key, and about half of the tables move before it. */
const heldTable = "audit_unsealed"

const someRows = `
  insert into users (email, name) values ('noor@contoso.test', 'Noor');
  insert into organizations (slug, name, currency) select 'org-' || n, 'Org ' || n, 'EUR' from generate_series(1, 30) n;
  insert into organization_locks select id from organizations;
  insert into memberships (organization_id, user_id, role) select o.id, u.id, 'owner' from organizations o, users u;
  insert into campaigns (organization_id, slug, name, type, budget)
    select o.id, 'campaign-' || n, 'Campaign ' || n, 'prospecting', 5 from organizations o, generate_series(1, 5) n`

/** The rows of every table of the service, in any order. */
const contents = async (url: string) => {
  const tables = await rowsOf<{ name: string }>(
    url,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1"
  )
  const rows: Record<string, ReadonlyArray<string>> = {}
  for (const { name } of tables) {
    const found = await rowsOf(url, `select * from "${name}"`)
    rows[name] = found.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}

const keysOf = (url: string) =>
  rowsOf<{ name: string }>(
    url,
    `select conrelid::regclass || ' ' || conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace order by 1`
  )

/** The tables and shards of the service on a node other than the coordinator. */
const tablesOn = (node: CitusNode) =>
  rowsOf(
    withDatabase(node.url, "adwarden"),
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'"
  )

const distributedTables = (url: string) =>
  rowsOf(url, "select logicalrelid::text as name from pg_dist_partition")

const startCluster = async () => {
  const [coordinator, first] = nodes as [CitusNode, CitusNode]
  await admin(coordinator.url, "create database adwarden")
  const url = withDatabase(coordinator.url, "adwarden")
  await createCoordinator(url, coordinator.port, false)
  await addNode(url, first)
  return { url, first }
}

/** Holds a lock of the table until it is released, or the test ends. */
const holdTable = (url: string) =>
  Effect.gen(function* () {
    // The command can take long to get there.
    const options = { applicationName: "holder of a table", idleInTransactionMillis: 600_000 }
    const holder = ManagedRuntime.make(Database.layer(url, options))
    yield* Effect.addFinalizer(() => Effect.promise(() => holder.dispose()))
    return yield* Effect.promise(() =>
      holdTransaction({ run: holder.runPromise }, `lock table ${heldTable} in access exclusive mode`)
    )
  })

const isWaiting = async (url: string) =>
  (await rowsOf(url, `select 1 from pg_locks where relation = '${heldTable}'::regclass and not granted`))
    .length > 0

it.scopedLive.runIf(onCitus)(
  "migrate --distribute that is killed between tables changes nothing, and can be run again",
  () =>
    Effect.gen(function* () {
      const { first, url } = yield* Effect.promise(startCluster)
      const env = { DATABASE_URL: url }
      expect((yield* runProcess(["migrate"], env)).code).toBe(0)
      yield* Effect.promise(() => admin(url, someRows))
      const [before, keys] = yield* Effect.promise(() => Promise.all([contents(url), keysOf(url)]))

      const release = yield* holdTable(url)
      const command = yield* startProcess(["migrate", "--distribute"], env)
      yield* Effect.promise(() => until("the command waits for the table", () => isWaiting(url)))
      command.signal("SIGKILL")
      yield* Effect.promise(() => command.ended)
      yield* Effect.promise(release)
      yield* Effect.promise(() =>
        until("the server ends the command's connection", async () => {
          const left = await rowsOf(
            url,
            "select 1 from pg_stat_activity where application_name = 'adwarden distribute'"
          )
          return left.length === 0
        })
      )
      expect(yield* Effect.promise(() => distributedTables(url))).toEqual([])
      expect(yield* Effect.promise(() => tablesOn(first))).toEqual([])
      expect(yield* Effect.promise(() => keysOf(url))).toEqual(keys)
      expect(yield* Effect.promise(() => contents(url))).toEqual(before)

      const again = yield* runProcess(["migrate", "--distribute"], env)
      expect([again.code, again.out]).toEqual([0, expect.stringContaining(heldTable)])
      expect(yield* Effect.promise(() => contents(url))).toEqual(before)
      const names = (yield* Effect.promise(() => distributedTables(url))).map(
        (row) => (row as { name: string }).name
      )
      expect(names).toEqual(expect.arrayContaining(["campaigns", heldTable, "organizations"]))
      const last = yield* runProcess(["migrate", "--distribute"], env)
      expect(last.out).toContain("All tables were distributed already.")
    })
)
