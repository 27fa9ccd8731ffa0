import autocannon from "autocannon"
import type { Subject } from "./subject.ts"

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server's own processor time for each request: hardly moved by what else the machine does. */
  readonly cpu: number
}

export interface Plan {
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  readonly warmUpSeconds: number
}

export type Load = ReadonlyArray<autocannon.Request>

const once = async (subject: Subject, load: Load, plan: Plan, seconds: number): Promise<Measured> => {
  const { url } = subject
  const before = await subject.cpu()
  const result = await autocannon({
    url,
    connections: plan.connections,
    duration: seconds,
    requests: [...load]
  })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  }
  const cpu = ((await subject.cpu()) - before) / result.requests.total
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const middle = (rounds: ReadonlyArray<Measured>): Measured => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
  cpu: median(rounds.map((round) => round.cpu))
})

/**
 * Loads two servers in turn, round after round, so that whatever else the machine does falls on both.
 * The answer is a ratio: it means something on any machine, while requests a second do not.
 */
export const compare = async (bare: Subject, service: Subject, load: Load, plan: Plan) => {
  const rounds: { bare: Array<Measured>; service: Array<Measured> } = { bare: [], service: [] }
  await once(bare, load, plan, plan.warmUpSeconds)
  await once(service, load, plan, plan.warmUpSeconds)
  for (let round = 0; round < plan.rounds; round++) {
    rounds.bare.push(await once(bare, load, plan, plan.seconds))
    rounds.service.push(await once(service, load, plan, plan.seconds))
  }
  const ratios = rounds.service.map((measured, n) => measured.perSecond / rounds.bare[n]!.perSecond)
  return { bare: middle(rounds.bare), service: middle(rounds.service), ratio: median(ratios), ratios }
}
