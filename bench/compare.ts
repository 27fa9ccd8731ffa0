import autocannon from "autocannon"
import type { Subject } from "./subject.ts"

export interface Measurement {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server's own processor time for each request: hardly moved by what else the machine does. */
  readonly cpu: number
}

/** So long, or until so many were answered: however busy the machine is, that comes to an end with answers. */
export type RunLength = { readonly duration: number } | { readonly amount: number }

export interface Plan {
  readonly connections: number
  readonly rounds: number
  readonly warmUp: RunLength
  readonly round: RunLength
}

export type Load = ReadonlyArray<autocannon.Request>

/** Its own clock stops at whole seconds, which is too late where a round is over sooner. */
const timed = (options: autocannon.Options) =>
  new Promise<{ readonly result: autocannon.Result; readonly seconds: number }>((resolve, reject) => {
    const began = performance.now()
    let last = began
    autocannon(options, (error, result) => {
      if (error === null || error === undefined) resolve({ result, seconds: (last - began) / 1000 })
      else reject(error)
    }).on("response", () => {
      last = performance.now()
    })
  })

/** Sends a load to a server. Every response must be a success. */
export const runLoad = async (url: string, load: Load, connections: number, length: RunLength) => {
  const { result, seconds } = await timed({ url, connections, ...length, requests: [...load] })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  }
  return { requests: result.requests.total, seconds, latency: result.latency }
}

const once = async (subject: Subject, load: Load, plan: Plan, length: RunLength): Promise<Measurement> => {
  const cpuBefore = await subject.cpu()
  const { latency, requests, seconds } = await runLoad(subject.url, load, plan.connections, length)
  const cpu = ((await subject.cpu()) - cpuBefore) / requests
  return { perSecond: requests / seconds, p50: latency.p50, p99: latency.p99, cpu }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const medianOf = (rounds: ReadonlyArray<Measurement>): Measurement => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
  cpu: median(rounds.map((round) => round.cpu))
})

/** Two servers, and how to wait until the work that the service has behind its answers is done. */
export interface Pair {
  readonly bare: Subject
  readonly service: Subject
  readonly settle: () => Promise<void>
}

/**
 * Loads two servers in turn, round after round, so that whatever else the machine does falls on both, and none has to
 * do what the other one left. The answer is a ratio: it means something on any machine, while requests a second do not.
 */
export const compare = async ({ bare, service, settle }: Pair, load: Load, plan: Plan) => {
  const rounds: { bare: Array<Measurement>; service: Array<Measurement> } = { bare: [], service: [] }
  const both = async (length: RunLength) => {
    const measured = {
      bare: await once(bare, load, plan, length),
      service: await once(service, load, plan, length)
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
