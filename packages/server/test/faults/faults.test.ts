import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { writer } from "../../../core/test/changes/crash/calls.ts"
import { checkConsistency } from "../../../core/test/changes/crash/consistency.ts"
import { randomFrom, randomOfRun } from "../../../core/test/support/random.ts"
import { machinePostgres } from "../machine-postgres.ts"
import { checkAudited, finishWork } from "./checks.ts"
import { startCluster } from "./cluster.ts"
import { DashboardForms } from "./dashboard-forms.ts"
import { faults, plan, runFault } from "./faults.ts"
import { Traffic } from "./traffic.ts"

/*
 * `npm run check faults`: hosts, workers, database and platform fail in every way while clients write. Afterwards service,
 * log and platform must agree with every answer, without anybody's intervention. FAULT_KILLS=1000 is the full run;
 * TEST_SEED repeats one; FAULT_ONLY names one fault; FAULT_MINUTES ends the faults after that time; FAULT_BETWEEN is
 * the number of kills between two other faults, FAULT_CALM the share of faults after which some writes are answered before
 * the next one, and FAULT_WAIT the seconds that it waits for them at most.
 */
const kills = Number(process.env["FAULT_KILLS"] ?? "0")
const only = process.env["FAULT_ONLY"]
const minutes = Number(process.env["FAULT_MINUTES"] ?? "1440")
/** The kills between two other faults. */
const killsBetween = Number(process.env["FAULT_BETWEEN"] ?? "10")
const calm = Number(process.env["FAULT_CALM"] ?? "0.7")
const waitSeconds = Number(process.env["FAULT_WAIT"] ?? "15")
const postgres = machinePostgres()
const missing =
  kills === 0
    ? "npm run check faults runs this"
    : postgres === undefined
      ? "this machine has no Postgres of its own"
      : null

it.skipIf(missing !== null)(
  `nothing is lost, doubled or unaudited in ${kills} kills and other faults`,
  {
    timeout: 600_000 + kills * 30_000
  },
  async () => {
    const random = randomOfRun()
    const cluster = await startCluster(postgres!)
    try {
      const before = await cluster.query<{ id: string }>("select id from actions")
      const owner = cluster.credentials.keys["northwind"]!.owner!
      const writes = writer(random, owner)
      const origins = cluster.hosts.map(({ origin }) => origin)
      const olivia = cluster.credentials.people.find(({ email }) => email === "olivia@northwind.test")!
      await cluster.ready()
      const forms = await DashboardForms.signIn(origins[0]!, olivia)
      const traffic = new Traffic(origins, owner, writes, cluster.answers, forms)
      traffic.start(6)
      const counts = new Map<string, number>()
      const started = Date.now()
      const planned = plan(random, kills, killsBetween).filter(
        ({ name }) => only === undefined || name.includes(only)
      )
      for (const [n, fault] of planned.entries()) {
        if (Date.now() - started > minutes * 60_000) break
        const reason = fault.missing?.(cluster) ?? null
        if (reason !== null) {
          counts.set(`${fault.name}: not run, ${reason}`, 0)
          continue
        }
        counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1)
        console.log(`${n + 1} of ${planned.length}: ${fault.name} (${writes.calls.length} writes so far)`)
        await runFault(fault, cluster, random)
        // Often the next fault comes before the service has recovered; otherwise some writes are answered first, so that a kill hits a working service.
        if (random() >= calm) await sleep(random() * 500)
        else await traffic.waitForAnswers(3, waitSeconds * 1000)
      }
      const seconds = Math.round((Date.now() - started) / 1000)
      await traffic.finish(300_000)
      expect(writes.open().map(({ name, sent, values }) => ({ name, sent, values }))).toEqual([])
      await finishWork(cluster)
      const logged = cluster.answers.defects.map((id) => [
        id,
        cluster.programs.flatMap((one) => one.logLinesWith(id))
      ])
      expect(logged).toEqual([])
      expect(cluster.problems).toEqual([])
      await checkConsistency(cluster, writes.calls, new Set(before.map(({ id }) => id)))
      const lost = await checkAudited(cluster)
      const { all } = cluster.answers
      console.log(
        `${all.length} answers, ${all.filter(({ status }) => status === 503).length} of them 503; the events of ${lost.length} were in the memory of a host that was killed before it reached the database again`
      )
      for (const line of lost) console.log(line)
      console.log(
        `seconds until pauses arrived after an outage: ${cluster.recoveries.map((ms) => Math.round(ms / 1000))}`
      )
      for (const [name, times] of counts) console.log(`${String(times).padStart(5)}  ${name}`)
      console.log(`the faults took ${seconds} seconds`)
      const again = writes.calls.filter(({ sent }) => sent > 1).length
      console.log(
        `${writes.calls.length} writes, ${again} of them sent more than once; nothing lost, doubled or unaudited`
      )
    } finally {
      await cluster.close()
    }
  }
)

it("every fault has a name of its own, and the full run has all of them", () => {
  const names = faults.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const planned = new Set(plan(randomFrom(1), 1_000, killsBetween).map(({ name }) => name))
  expect(names.filter((name) => !planned.has(name))).toEqual([])
})
