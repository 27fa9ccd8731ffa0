import { deepStrictEqual, ok } from "node:assert"
import type { Subject } from "../subject.ts"
import { line, ms } from "./print.ts"
import { send, type TimedRequest, timeAll } from "./requests.ts"
import type { LargeTenant } from "./world.ts"

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
