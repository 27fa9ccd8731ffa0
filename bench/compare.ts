import { type Load, type RunLength, runLoad } from "./load.ts"
import type { Subject } from "./subject.ts"

/** The measurement of one server. */
interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server's CPU time per request. Other load on the machine hardly affects it. */
  readonly cpu: number
  /** The same of Postgres. */
  readonly postgresCpu: number
}

export interface Plan {
  readonly connections: number
  readonly rounds: number
  readonly warmUp: RunLength
  readonly round: RunLength
}

const once = async (
  subject: Subject,
  postgresCpu: () => number,
  load: Load,
  plan: Plan,
  length: RunLength
): Promise<Measurement> => {
  const before = { cpu: await subject.cpu(), postgres: postgresCpu() }
  const { p50, p99, requests, seconds } = await runLoad(subject.url, load, plan.connections, length)
  return {
    perSecond: requests / seconds,
    p50,
    p99,
    cpu: ((await subject.cpu()) - before.cpu) / requests,
    postgresCpu: (postgresCpu() - before.postgres) / requests
  }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const medianOf = (rounds: ReadonlyArray<Measurement>): Measurement => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
  cpu: median(rounds.map((round) => round.cpu)),
  postgresCpu: median(rounds.map((round) => round.postgresCpu))
})

/** The two servers to compare, and a function that waits until the service's background work is done. */
export interface Pair {
  readonly bare: Subject
  readonly service: Subject
  readonly settle: () => Promise<void>
  /** Stops a process until it is thawed. */
  readonly freeze: (subject: Subject) => Promise<void>
  /** The CPU time of Postgres so far, in microseconds. */
  readonly postgresCpu: () => number
}

/**
 * Loads two servers in turn, round after round, so that other load on the machine affects both. Neither runs
 * while the other works, nor while it finishes its work. The result is a ratio, which is comparable between
 * machines; requests per second are not.
 */
export const compare = async (
  { bare, freeze, postgresCpu, service, settle }: Pair,
  load: Load,
  plan: Plan
) => {
  const rounds: { bare: Array<Measurement>; service: Array<Measurement> } = { bare: [], service: [] }
  const alone = async (subject: Subject, other: Subject, length: RunLength) => {
    await freeze(other)
    try {
      const measured = await once(subject, postgresCpu, load, plan, length)
      await settle()
      return measured
    } finally {
      other.thaw()
    }
  }
  const both = async (length: RunLength) => ({
    bare: await alone(bare, service, length),
    service: await alone(service, bare, length)
  })
  await both(plan.warmUp)
  for (let round = 0; round < plan.rounds; round++) {
    const measured = await both(plan.round)
    rounds.bare.push(measured.bare)
    rounds.service.push(measured.service)
  }
  const ratios = rounds.service.map((measured, n) => measured.perSecond / rounds.bare[n]!.perSecond)
  const measured = { bare: medianOf(rounds.bare), service: medianOf(rounds.service) }
  return { ...measured, ratio: median(ratios), ratios }
}
