import type { Cluster } from "./cluster.ts"

/** Runs a fault and records the time it lasted. */
export const recorded = async (
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
