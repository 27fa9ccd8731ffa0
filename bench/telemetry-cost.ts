import { createServer } from "node:http"
import { type Load, type RunLength, runLoad } from "./load.ts"
import { allSealed, freezeBetweenBatches } from "./rows.ts"
import { type Subject, startSubject } from "./subject.ts"

/** An OpenTelemetry collector that reads what it receives and keeps its size. */
export const startCollector = () =>
  new Promise<{ readonly url: string; readonly bytes: () => number; readonly stop: () => void }>(
    (resolve) => {
      let bytes = 0
      const server = createServer((request, response) => {
        request.on("data", (data: Buffer) => {
          bytes += data.length
        })
        request.on("end", () => response.writeHead(200, { "content-type": "application/x-protobuf" }).end())
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as { readonly port: number }
        resolve({
          url: `http://127.0.0.1:${port}`,
          bytes: () => bytes,
          stop: () => {
            server.close()
            server.closeAllConnections()
          }
        })
      })
    }
  )

/** A way to run the service, by its environment variables. */
export interface Variant {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
}

export interface CostPlan {
  /** How often all variants start anew. */
  readonly sets: number
  readonly connections: number
  readonly warmUp: RunLength
  readonly rounds: number
  readonly round: RunLength
}

/** The CPU time of a request in one variant. */
interface Cost {
  readonly name: string
  /** Microseconds: the median over all rounds. */
  readonly cpu: number
  /** For each set of processes, the median ratio to the first variant of that set. */
  readonly ratios: ReadonlyArray<number>
  /** The median of the ratios. */
  readonly ratio: number
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Another one comes first each time, so that no variant has the advantage of its place. */
const rotate = <A>(list: ReadonlyArray<A>, times: number): ReadonlyArray<A> =>
  list.map((_, index) => list[(index + times) % list.length]!)

/** Measures the CPU time of a request in each round, for all processes in turn. The others are frozen meanwhile. */
const measureSet = async (
  subjects: ReadonlyArray<Subject>,
  load: Load,
  plan: CostPlan,
  databaseUrl: string
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const cpus: ReadonlyArray<Array<number>> = subjects.map(() => [])
  for (const subject of subjects) await freezeBetweenBatches(databaseUrl, subject)
  for (let round = 0; round <= plan.rounds; round++) {
    for (const [index, subject] of rotate([...subjects.entries()], round)) {
      subject.thaw()
      const before = await subject.cpu()
      const { requests } = await runLoad(
        subject.url,
        load,
        plan.connections,
        round === 0 ? plan.warmUp : plan.round
      )
      if (round > 0) cpus[index]!.push(((await subject.cpu()) - before) / requests)
      await allSealed(databaseUrl)
      await freezeBetweenBatches(databaseUrl, subject)
    }
  }
  return cpus
}

/**
 * Compares variants of the service with the first one, by CPU time: other load on the machine hardly affects it. Two
 * processes of the same program differ by several percent for as long as they live, so every variant is measured in
 * several processes, and one variant should be the first once more: its ratio is the error of the others.
 */
export const compareCosts = async (
  databaseUrl: string,
  variants: ReadonlyArray<Variant>,
  load: Load,
  plan: CostPlan
): Promise<ReadonlyArray<Cost>> => {
  const sets: Array<ReadonlyArray<ReadonlyArray<number>>> = []
  for (let set = 0; set < plan.sets; set++) {
    const subjects: Array<Subject> = []
    for (const [index, { env }] of rotate([...variants.entries()], set)) {
      subjects[index] = await startSubject("service", databaseUrl, env)
    }
    try {
      sets.push(await measureSet(subjects, load, plan, databaseUrl))
    } finally {
      for (const subject of subjects) subject.stop()
    }
  }
  return variants.map(({ name }, index) => {
    const ratios = sets.map((cpus) => median(cpus[index]!.map((cpu, round) => cpu / cpus[0]![round]!)))
    const cpu = median(sets.flatMap((cpus) => cpus[index]!))
    return { name, cpu, ratios, ratio: median(ratios) }
  })
}
