import { setTimeout as sleep } from "node:timers/promises"
import { shiftedTo } from "../../../../scripts/lib/dates/shifted-clock.mjs"
import type { Cluster } from "./cluster.ts"
import { dayWithoutPlatform } from "./outage.ts"

/** Runs a fault and records the time it lasted. */
const recorded = async (
  { outages }: Pick<Cluster, "outages">,
  fault: string,
  program: string | null,
  run: () => Promise<void>
): Promise<void> => {
  const from = Date.now()
  const place = outages.push({ fault, program, from, to: Number.POSITIVE_INFINITY }) - 1
  try {
    await run()
  } finally {
    outages[place] = { fault, program, from, to: Date.now() }
  }
}

/** A fault begins, lasts and ends; `run` resolves when the cause is gone, not when the service has recovered. */
export interface Fault {
  readonly name: string
  /** How often it happens relative to the others. */
  readonly weight: number
  /** Whether no program can use the database while it lasts. */
  readonly isDatabaseOutage?: true
  readonly run: (cluster: Cluster, random: () => number) => Promise<void>
  /** Why it cannot happen here; null if it can. */
  readonly missing?: (cluster: Cluster) => string | null
}

const one = <A>(random: () => number, choices: ReadonlyArray<A>): A =>
  choices[Math.floor(random() * choices.length)]!

const hasShiftedClocks = (): boolean => {
  try {
    return Object.keys(shiftedTo(new Date().toISOString())).length > 0
  } catch {
    return false
  }
}

const between = (random: () => number, low: number, high: number) => low + Math.floor(random() * (high - low))

/** A fault of the emulator for a while. */
const onPlatform = async (cluster: Cluster, fault: object, millis: number) => {
  await cluster.control("POST", "faults", fault)
  await sleep(millis)
  await cluster.control("DELETE", "faults")
}

export const faults: ReadonlyArray<Fault> = [
  {
    name: "a host is killed",
    weight: 0,
    run: async ({ hosts }, random) => one(random, hosts).program.kill()
  },
  {
    name: "a worker is killed",
    weight: 0,
    run: async ({ workers }, random) => one(random, workers).kill()
  },
  {
    name: "a host or worker freezes",
    weight: 4,
    run: (cluster, random) => {
      const program = one(random, cluster.programs)
      return recorded(cluster, "it was frozen", program.name, () =>
        program.freeze(between(random, 500, 20_000))
      )
    }
  },
  {
    name: "the database crashes",
    weight: 2,
    isDatabaseOutage: true,
    run: ({ database }, random) => database.crash(between(random, 0, 8_000))
  },
  {
    name: "the database freezes",
    weight: 2,
    isDatabaseOutage: true,
    run: ({ database }, random) => database.freeze(between(random, 1_000, 20_000))
  },
  {
    name: "the database fails over to its standby",
    weight: 1,
    isDatabaseOutage: true,
    run: async ({ database, toDatabase }) => {
      await database.failOver()
      toDatabase.cut(database.url)
      await database.replaceStandby()
      toDatabase.cut(database.url)
    }
  },
  {
    name: "the database's disk is full",
    weight: 1,
    isDatabaseOutage: true,
    missing: ({ database }) => (database.hasSmallDisk ? null : "this user may not mount a small file system"),
    run: ({ database }, random) => database.fillDisk(between(random, 3_000, 15_000))
  },
  {
    name: "connections to the database are cut",
    weight: 4,
    isDatabaseOutage: true,
    run: async ({ toDatabase }) => toDatabase.cut()
  },
  {
    name: "connections to the platform are cut",
    weight: 3,
    run: async ({ toPlatform }) => toPlatform.cut()
  },
  {
    name: "connections of clients are cut",
    weight: 3,
    run: async ({ hosts }) => {
      for (const { proxy } of hosts) proxy.cut()
    }
  },
  {
    name: "a program's clock is a minute off",
    weight: 1,
    missing: () => (hasShiftedClocks() ? null : "libfaketime is not installed"),
    run: async ({ programs }, random) => {
      const program = one(random, programs)
      const minute = random() < 0.5 ? -60_000 : 60_000
      program.restartWith(shiftedTo(new Date(Date.now() + minute).toISOString()))
      await sleep(between(random, 5_000, 15_000))
      program.restartWith({})
    }
  },
  {
    name: "the platform is slow by 30 seconds",
    weight: 1,
    run: (cluster) =>
      onPlatform(cluster, { kind: "slow", delayMilliseconds: 30_000, method: "mutate" }, 20_000)
  },
  {
    name: "the platform's answers are lost",
    weight: 3,
    run: (cluster, random) =>
      onPlatform(
        cluster,
        { kind: "lost", when: one(random, ["before", "after"]), method: "mutate" },
        between(random, 500, 8_000)
      )
  },
  {
    name: "the platform is down for a day",
    weight: 1,
    run: dayWithoutPlatform
  }
]

/** Runs a fault, and records the time in which the database could not be used. */
export const runFault = (fault: Fault, cluster: Cluster, random: () => number): Promise<void> =>
  fault.isDatabaseOutage === true
    ? recorded(cluster, fault.name, null, () => fault.run(cluster, random))
    : fault.run(cluster, random)

/** The faults in random order by weight, with `kills` kills of hosts and workers between them. */
export const plan = (random: () => number, kills: number, everyOther: number): ReadonlyArray<Fault> => {
  const [host, worker, ...others] = faults
  const weighted = others.flatMap((fault) => Array.from({ length: fault.weight }, () => fault))
  const picked: Array<Fault> = []
  for (let n = 0; n < kills; n++) {
    picked.push(random() < 0.6 ? host! : worker!)
    if (everyOther > 0 && n % everyOther === everyOther - 1) {
      const round = Math.floor(n / everyOther)
      // Each once in turn first, then at random.
      picked.push(round < others.length ? others[round]! : one(random, weighted))
    }
  }
  return picked
}
