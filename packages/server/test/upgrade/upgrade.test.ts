import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { DemoCredentials } from "@adwarden/demo"
import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { Adwarden } from "../../../cli/test/adwarden.ts"
import { Adwarden as Client } from "../../../client/src/index.ts"
import { amountOf } from "../../../core/src/contract/index.ts"
import { writer } from "../../../core/test/changes/crash/calls.ts"
import { checkConsistency } from "../../../core/test/changes/crash/consistency.ts"
import { vaultKey } from "../../../core/test/support/core-on-platform.ts"
import { blankDatabase } from "../../../core/test/support/postgres.ts"
import { openSession } from "../../../core/test/support/postgres-admin.ts"
import { randomFrom } from "../../../core/test/support/random.ts"
import { until } from "../../../core/test/support/until.ts"
import { bin, freePort } from "../adwarden.ts"
import type { Answer } from "../faults/answers.ts"
import { checkAudited, finishWork } from "../faults/checks.ts"
import { type Cluster, startCluster } from "../faults/cluster.ts"
import { Traffic } from "../faults/traffic.ts"
import { machinePostgres } from "../machine-postgres.ts"

/*
 * `npm run check upgrade` runs the previous version and this one on one database while clients read and write: forwards,
 * back and forwards again. UPGRADE_FROM is the previous version's bundled command.
 */
const previous = process.env["UPGRADE_FROM"]
const postgres = machinePostgres()

/** The previous version makes the database and the demo world, so that everything stored there is its own. */
const fillBy =
  (program: string) =>
  async (databaseUrl: string, emulatorDirectory: string): Promise<DemoCredentials> => {
    const directory = join(emulatorDirectory, "..", "previous")
    mkdirSync(join(directory, ".adwarden"), { recursive: true })
    writeFileSync(join(directory, ".adwarden", "secrets.key"), Redacted.value(vaultKey), { mode: 0o600 })
    const port = await Effect.runPromise(freePort)
    const env = { DATABASE_URL: databaseUrl, PORT: String(port), EMULATOR_PORT: "0" }
    const dev = new Adwarden(["dev"], env, directory, program)
    await dev.waitForOutput("Adwarden runs at")
    dev.signal("SIGTERM")
    await dev.ended
    cpSync(join(directory, ".adwarden", "emulator"), emulatorDirectory, { recursive: true })
    return JSON.parse(readFileSync(join(directory, ".adwarden", "demo.json"), "utf8")) as DemoCredentials
  }

/**
 * After a sync by one version, hosts of every version list the week's figures of the days. The stored sums are zeros
 * before it, so that each version must write what the other reads.
 */
const checkWeeksAfterSync = async ({ env, hosts, query }: Cluster, apiKey: string, version: string) => {
  await query("update campaign_windows set cost_micros = 0, conversions = 0")
  await until("a sync has run, and was not skipped", async () => {
    await new Adwarden(["sync", "--org", "northwind"], env, "/", version).ended
    const [sums] = await query<{ present: boolean }>(
      "select bool_or(cost_micros > 0) as present from campaign_windows"
    )
    return sums!.present
  })
  const days = await query<{ slug: string; micros: string; conversions: string }>(
    `select c.slug, sum(d.cost_micros) as micros, sum(d.conversions) as conversions
     from campaign_days d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
     where d.organization_id = (select id from organizations where slug = 'northwind') and c.removed_at is null
       and d.date > (select max(date) from campaign_days where organization_id = d.organization_id) - 7
     group by c.slug order by c.slug`
  )
  expect(days.length).toBeGreaterThan(0)
  const figures = days.map(({ conversions, micros, slug }) => ({
    slug,
    spend_7d: amountOf(Number(micros)),
    conversions_7d: Number(conversions)
  }))
  for (const { origin } of hosts) {
    const listed = await new Client({ apiKey, baseUrl: origin }).campaigns.list().all()
    expect(listed.map(({ conversions_7d, slug, spend_7d }) => ({ slug, spend_7d, conversions_7d }))).toEqual(
      expect.arrayContaining(figures)
    )
  }
}

const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!.customerId

/** A campaign on a channel that the previous version may not read. */
const addDisplayCampaign = ({ control }: Cluster) => {
  const campaignBudget = `customers/${northwind}/campaignBudgets/-1`
  return control("POST", "edits", {
    customerId: northwind,
    userEmail: "agency@else.test",
    mutateOperations: [
      {
        campaignBudgetOperation: {
          create: { resourceName: campaignBudget, amountMicros: "7000000", explicitlyShared: false }
        }
      },
      {
        campaignOperation: {
          create: {
            name: "Banners",
            status: "ENABLED",
            advertisingChannelType: "DISPLAY",
            campaignBudget,
            maximizeConversions: {},
            containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
          }
        }
      }
    ]
  })
}

/** The campaign is managed, and where this version was the first to read its channel, the owner was notified once. */
const checkDisplayCampaign = async ({ hosts, query }: Cluster, apiKey: string) => {
  for (const { origin } of hosts) {
    const found = await new Client({ apiKey, baseUrl: origin }).campaigns.list({ channel: "display" }).all()
    expect(found).toContainEqual(
      expect.objectContaining({ slug: "banners", type: "external", state: "live", budget: 7, spend_7d: 0 })
    )
  }
  const [account] = await query<{ added: number | null }>(
    `select channels_added as added from ad_accounts where customer_id = '${northwind}'`
  )
  if (account!.added === null) return
  await until("the owner is notified", async () => {
    const [emails] = await query<{ n: number }>(
      "select count(*)::int as n from emails where kind = 'new_channels'"
    )
    return emails!.n === 1
  })
}

const readPaths = [
  "",
  "/campaigns?limit=20",
  "/campaigns/boiler-repair",
  "/campaigns/boiler-repair/keywords",
  "/actions?limit=20",
  "/actions/mine",
  "/performance",
  "/search-terms",
  "/recommendations",
  "/queued-writes",
  "/strategy",
  "/audit/export"
]

const toolCall = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "svc_list_campaigns", arguments: { org: "northwind", limit: 20 } }
})

/** Reads by REST and MCP from the hosts in rotation until it is stopped. */
const startReads = ({ answers }: Cluster, traffic: Traffic, apiKey: string) => {
  let isStopped = false
  let count = 0
  const authorization = `Bearer ${apiKey}`
  const call = {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/json",
      accept: "application/json, text/event-stream"
    },
    body: toolCall
  }
  const readOne = (n: number) => {
    const origin = traffic.nextOrigin().replace(/\/$/, "")
    const path = readPaths[n % (readPaths.length + 1)]
    return path === undefined
      ? answers.fetch(`${origin}/mcp`, call)
      : answers.fetch(`${origin}/v1/organizations/northwind${path}`, { headers: { authorization } })
  }
  const readers = [0, 1, 2].map(async () => {
    while (!isStopped) {
      await readOne(count++).catch(() => {})
      await sleep(20)
    }
  })
  return async () => {
    isStopped = true
    await Promise.all(readers)
    return count
  }
}

/** Every request got a response, and none failed except by 503 with the time to wait. */
const checkErrors = ({ answers }: Cluster) => {
  expect(answers.failed).toEqual([])
  const isRetried = ({ retryAfter, status }: Answer) => status === 503 && retryAfter !== null
  const errors = answers.all.filter(
    (one) => (one.status >= 500 || (one.isRead && one.status !== 200)) && !isRetried(one)
  )
  expect(errors).toEqual([])
  const counts = Object.entries(
    Object.groupBy(answers.all, ({ error, status }) => `${status}${error === null ? "" : ` (${error})`}`)
  )
  console.log(`Responses: ${counts.map(([status, all]) => `${all!.length} × ${status}`).join(", ")}`)
}

it.skipIf(previous === undefined || postgres === undefined)(
  "two versions serve on one database, forwards and back",
  {
    timeout: 3_600_000
  },
  async () => {
    const cluster = await startCluster(postgres!, { program: previous!, fill: fillBy(previous!) })
    try {
      const before = await cluster.query<{ id: string }>("select id from actions")
      const owner = cluster.credentials.keys["northwind"]!.owner!
      const writes = writer(randomFrom(1), owner, { people: false })
      const traffic = new Traffic(
        cluster.hosts.map(({ origin }) => origin),
        owner,
        writes,
        cluster.answers
      )
      await addDisplayCampaign(cluster)
      await cluster.ready()
      traffic.start(4)
      const stopReads = startReads(cluster, traffic, owner)
      await traffic.waitForAnswers(40)
      const migrated = await new Adwarden(["migrate"], { DATABASE_URL: cluster.database.url }, "/", bin).ended
      console.log(migrated.out.trim() || migrated.err.trim())
      expect(migrated.code).toBe(0)
      await traffic.waitForAnswers(40)
      await checkWeeksAfterSync(cluster, owner, previous!)
      await checkWeeksAfterSync(cluster, owner, bin)
      const replace = async (version: string, name: string) => {
        for (const worker of cluster.workers) {
          worker.replaceBy(version)
          await traffic.waitForAnswers(30)
        }
        for (const { origin, program } of cluster.hosts) {
          // The load balancer sends it no more requests; those in flight are finished by the host.
          traffic.rest(origin)
          await sleep(50)
          const ended = program.replaceBy(version)
          await traffic.waitForAnswers(10)
          await ended
          await cluster.ready()
          traffic.resume(origin)
          await traffic.waitForAnswers(30)
        }
        await checkWeeksAfterSync(cluster, owner, previous!)
        await checkWeeksAfterSync(cluster, owner, bin)
        console.log(`all programs run ${name} (${writes.calls.length} writes so far)`)
      }
      await replace(bin, "this version")
      await replace(previous!, "the previous version")
      await replace(bin, "this version")
      await checkDisplayCampaign(cluster, owner)
      await traffic.finish(120_000)
      const reads = await stopReads()
      checkErrors(cluster)
      expect(writes.open()).toEqual([])
      await finishWork(cluster)
      expect(cluster.answers.defects).toEqual([])
      await checkConsistency(cluster, writes.calls, new Set(before.map(({ id }) => id)))
      expect(await checkAudited(cluster)).toEqual([])
      const again = writes.calls.filter(({ sent }) => sent > 1).length
      console.log(
        `${writes.calls.length} writes, ${again} of them sent more than once, and ${reads} reads; nothing lost, doubled or unaudited`
      )
    } finally {
      await cluster.close()
    }
  }
)

const sealerLock = `select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
  and database = (select oid from pg_database where datname = current_database()) limit 1`

/** A host of one version, of which each request leaves one audit event. */
const startVersion = async (program: string, databaseUrl: string, apiKey: string) => {
  const port = await Effect.runPromise(freePort)
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: "127.0.0.1",
    RATE_LIMIT_PER_MINUTE: "1000000"
  }
  const host = new Adwarden(["serve"], env, "/", program)
  await host.waitForOutput("Serving REST")
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}/v1/organizations/northwind${path}`, {
      headers: { authorization: `Bearer ${apiKey}` }
    })
  return { program, host, get, request: async () => expect((await get("")).status).toBe(200) }
}

it.skipIf(previous === undefined)(
  "the sealers of two versions share one chain, also if one waits within its batch",
  { timeout: 600_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "adwarden-sealers-"))
    chmodSync(directory, 0o711)
    const onDatabase = Effect.flatMap(blankDatabase(), (url) =>
      Effect.promise(() => shareChain(url, directory))
    )
    await Effect.runPromise(Effect.scoped(onDatabase)).finally(() => rmSync(directory, { recursive: true }))
  }
)

const shareChain = async (url: string, directory: string) => {
  const { keys } = await fillBy(previous!)(url, join(directory, "emulator"))
  const key = keys["northwind"]!.owner!
  expect((await new Adwarden(["migrate"], { DATABASE_URL: url }, "/", bin).ended).code).toBe(0)
  const session = await openSession(url)
  const count = async (text: string) => (await session.query(text)).rows.length
  const hosts = [await startVersion(previous!, url, key), await startVersion(bin, url, key)] as const
  try {
    const sealed = () =>
      until("all events are sealed", async () => (await count("select 1 from audit_unsealed limit 1")) === 0)
    for (let round = 0; round < 6; round++) {
      const [first, second] = round % 2 === 0 ? hosts : [hosts[1], hosts[0]]
      // The second host moves the head, so the first one leaves its next event to its own sealer.
      for (let n = 0; n < 3; n++) {
        await second.request()
        await sealed()
      }
      await until("the second host is frozen between two batches", async () => {
        second.host.signal("SIGSTOP")
        await sleep(20)
        if ((await count(sealerLock)) === 0) return true
        second.host.signal("SIGCONT")
        return false
      })
      await session.query("begin")
      await session.query(
        "select 1 from audit_chains join organizations on id = organization_id where slug = 'northwind' for update of audit_chains"
      )
      await first.request()
      await until("the first host's sealer waits within its batch", async () => {
        const blocked = "select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))"
        return (await count(blocked)) > 0 && (await count(sealerLock)) > 0
      })
      second.host.signal("SIGCONT")
      await Promise.all([second, first, second, first, second].map((host) => host.request()))
      expect(await count("select 1 from audit_unsealed")).toBeGreaterThanOrEqual(6)
      await session.query("commit")
      for (const { request } of hosts) await request()
      await sealed()
    }
    // Both versions write and seal at once.
    for (let round = 0; round < 40; round++)
      await Promise.all(Array.from({ length: 10 }, (_, n) => hosts[(round + n) % 2]!.request()))
    await hosts[0].request()
    await sealed()
    const { rows } = await session.query<{ readonly id: string; readonly position: string }>(
      `select e.id, position from audit_sealed e join organizations o on o.id = e.organization_id
       where o.slug = 'northwind' order by position`
    )
    expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, n) => n + 1))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const file = join(directory, "export.json")
    writeFileSync(file, await (await hosts[1].get("/audit/export")).text())
    // Each version verifies what both have sealed.
    for (const { program } of hosts)
      expect((await new Adwarden(["audit", "verify", file], {}, "/", program).ended).code).toBe(0)
    console.log(`${rows.length} events of one chain, sealed by both versions in turn and at once`)
  } finally {
    await session.end()
    for (const { host } of hosts) {
      host.signal("SIGCONT")
      host.signal("SIGTERM")
      await host.ended
    }
  }
}
