import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
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
import { randomFrom } from "../../../core/test/support/random.ts"
import { until } from "../../../core/test/support/until.ts"
import { bin, freePort } from "../adwarden.ts"
import { checkAudited, finishWork } from "../faults/checks.ts"
import { type Cluster, startCluster } from "../faults/cluster.ts"
import { Traffic } from "../faults/traffic.ts"
import { machinePostgres } from "../machine-postgres.ts"

/*
 * `npm run check upgrade` runs the previous version and this one on one database while clients write: forwards, back
 * and forwards again. UPGRADE_FROM is the previous version's bundled command.
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

it.skipIf(previous === undefined || postgres === undefined)(
  "two versions serve on one database, forwards and back",
  {
    timeout: 1_800_000
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
      traffic.start(4)
      await traffic.waitForAnswers(40)
      const migrated = await new Adwarden(["migrate"], { DATABASE_URL: cluster.database.url }, "/", bin).ended
      console.log(migrated.out.trim() || migrated.err.trim())
      expect(migrated.code).toBe(0)
      await traffic.waitForAnswers(40)
      await checkWeeksAfterSync(cluster, owner, previous!)
      await checkWeeksAfterSync(cluster, owner, bin)
      const replace = async (version: string, name: string) => {
        for (const program of [...cluster.workers, ...cluster.hosts.map(({ program }) => program)]) {
          program.replaceBy(version)
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
      expect(writes.open()).toEqual([])
      await finishWork(cluster)
      expect(cluster.answers.defects).toEqual([])
      await checkConsistency(cluster, writes.calls, new Set(before.map(({ id }) => id)))
      expect(await checkAudited(cluster)).toEqual([])
      const again = writes.calls.filter(({ sent }) => sent > 1).length
      console.log(
        `${writes.calls.length} writes, ${again} of them sent more than once; nothing lost, doubled or unaudited`
      )
    } finally {
      await cluster.close()
    }
  }
)
