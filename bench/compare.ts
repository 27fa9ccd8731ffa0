import autocannon from "autocannon"
import type { Subject } from "./subject.ts"

/** The measurement of one server. */
export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server's CPU time per request. Other load on the machine hardly affects it. */
  readonly cpu: number
  /** The same of Postgres. */
  readonly postgresCpu: number
}

/**
 * Seconds or number of requests. With a number, the run ends with complete responses also on a busy machine.
 */
export type RunLength = { readonly duration: number } | { readonly amount: number }

export interface Plan {
  readonly connections: number
  readonly rounds: number
  readonly warmUp: RunLength
  readonly round: RunLength
}

export type Load = ReadonlyArray<autocannon.Request>

/** Measures the exact duration: autocannon's own clock stops at whole seconds, too late for short rounds. */
const timed = (options: autocannon.Options) =>
  new Promise<{ readonly result: autocannon.Result; readonly seconds: number }>((resolve, reject) => {
    const startedAt = performance.now()
    let last = startedAt
    autocannon(options, (error, result) => {
      if (error === null || error === undefined) resolve({ result, seconds: (last - startedAt) / 1000 })
      else reject(error)
    }).on("response", () => {
      last = performance.now()
    })
  })

/** Sends a load to a server. Every response must be a success. */
export const runLoad = async (url: string, load: Load, connections: number, length: RunLength) => {
  // A number of requests ends with the next sample.
  const samples = "amount" in length ? { sampleInt: 20 } : {}
  const { result, seconds } = await timed({ url, connections, ...length, ...samples, requests: [...load] })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} errors`)
  }
  return { requests: result.requests.total, seconds, latency: result.latency }
}

const once = async (
  subject: Subject,
  postgresCpu: () => number,
  load: Load,
  plan: Plan,
  length: RunLength
): Promise<Measurement> => {
  const before = { cpu: await subject.cpu(), postgres: postgresCpu() }
  const { latency, requests, seconds } = await runLoad(subject.url, load, plan.connections, length)
  return {
    perSecond: requests / seconds,
    p50: latency.p50,
    p99: latency.p99,
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
  /** The CPU time of Postgres so far, in microseconds. */
  readonly postgresCpu: () => number
}

/**
 * Loads two servers in turn, round after round, so that other load on the machine affects both. Neither runs
 * while the other finishes its work. The result is a ratio, which is comparable between machines; requests
 * per second are not.
 */
export const compare = async ({ bare, postgresCpu, service, settle }: Pair, load: Load, plan: Plan) => {
  const rounds: { bare: Array<Measurement>; service: Array<Measurement> } = { bare: [], service: [] }
  const both = async (length: RunLength) => {
    const measured = {
      bare: await once(bare, postgresCpu, load, plan, length),
      service: await once(service, postgresCpu, load, plan, length)
    }
    await settle()
    return measured
  }
  await both(plan.warmUp)
  for (let round = 0; round < plan.rounds; round++) {
    const measured = await both(plan.round)
    rounds.bare.push(measured.bare)
    rounds.service.push(measured.service)
  }
  const ratios = rounds.service.map((measured, n) => measured.perSecond / rounds.bare[n]!.perSecond)
  return { bare: medianOf(rounds.bare), service: medianOf(rounds.service), ratio: median(ratios), ratios }
}
