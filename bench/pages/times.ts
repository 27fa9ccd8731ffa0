import type { Tenant } from "../world.ts"

/** A request, or several that are sent at once: what a page shows, read from the API. */
export type Timed = () => Promise<unknown>

const respond = async (response: Response): Promise<string> => {
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.url}: ${response.status} ${text.slice(0, 300)}`)
  return text
}

/** Requests a page as a signed-in person. */
export const page =
  (url: string, session: string, path: string): Timed =>
  async () =>
    respond(await fetch(`${url}${path}`, { redirect: "manual", headers: { cookie: `adwarden=${session}` } }))

/** Requests several operations with a key, one after the other as a script would. */
export const operations =
  (url: string, { key, slug }: Tenant, paths: ReadonlyArray<string>): Timed =>
  async () => {
    for (const path of paths)
      await respond(
        await fetch(`${url}/v1/organizations/${slug}${path}`, { headers: { authorization: `Bearer ${key}` } })
      )
  }

/**
 * Returns the best time of each in milliseconds. They take turns, so that other load affects all; the best time shows the
 * cost without interference.
 */
export const bestTimes = async (
  timed: ReadonlyArray<Timed>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const best = timed.map(() => Number.POSITIVE_INFINITY)
  for (let round = -Math.min(10, rounds); round < rounds; round++) {
    for (const [index, run] of timed.entries()) {
      const startedAt = performance.now()
      await run()
      if (round >= 0) best[index] = Math.min(best[index]!, performance.now() - startedAt)
    }
  }
  return best
}
