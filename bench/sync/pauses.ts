import { setTimeout as sleep } from "node:timers/promises"
import type { Tenant } from "../world.ts"

const pauseMillis = 20

/** Pauses campaigns one after another, until there are none left or `isOver`. Returns the milliseconds of each. */
export const pauseEach = async (
  url: string,
  { key, slug: organization }: Tenant,
  campaigns: Iterator<string>,
  isOver: (paused: number) => boolean
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  while (!isOver(times.length)) {
    const { done, value: slug } = campaigns.next()
    if (done) break
    const start = performance.now()
    const response = await fetch(`${url}/v1/organizations/${organization}/campaigns/${slug}/state`, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ state: "paused", dry_run: false })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Pausing ${slug}: ${response.status} ${text}`)
    times.push(performance.now() - start)
    await sleep(pauseMillis)
  }
  return times
}

/** Returns a percentile of times. */
export const percentile = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? Number.NaN
