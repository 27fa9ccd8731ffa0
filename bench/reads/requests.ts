import type { Tenant } from "../world.ts"

/** A timed request: server, organization and path. It is a POST if it has a body, otherwise a GET. */
export interface TimedRequest {
  readonly url: string
  readonly tenant: Tenant
  readonly path: string
  readonly body?: object
}

export interface TermsPage {
  readonly search_terms: ReadonlyArray<unknown>
  readonly total: number
  readonly next_cursor: string | null
}

export const send = <A = TermsPage>(request: TimedRequest): Promise<A> => sendRequest(request) as Promise<A>

const sendRequest = async ({ path, body: says, tenant, url }: TimedRequest): Promise<unknown> => {
  const response = await fetch(`${url}/v1/organizations/${tenant.slug}${path}`, {
    method: says === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
    ...(says === undefined ? {} : { body: JSON.stringify(says) })
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Slow requests are repeated less often: their times hardly vary. */
const maxMillisOfEach = 10_000

/**
 * Returns the best time of each request in milliseconds, one request at a time. The best time shows the cost
 * without interference, which on a shared machine says more than an average. The requests take turns, so that
 * other load affects all. Warm-up rounds let each query plan settle.
 */
export const timeAll = async (
  requests: ReadonlyArray<ReadonlyArray<TimedRequest>>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const timings = requests.map((variants) => ({ variants, spent: 0, best: Number.POSITIVE_INFINITY }))
  for (let round = -Math.min(7, rounds); round < rounds; round++) {
    for (const timing of timings) {
      const isNeeded =
        timing.spent < maxMillisOfEach || (round >= 0 && timing.best === Number.POSITIVE_INFINITY)
      if (!isNeeded) continue
      const startedAt = performance.now()
      await send(timing.variants[Math.abs(round) % timing.variants.length]!)
      const millis = performance.now() - startedAt
      timing.spent += millis
      if (round >= 0) timing.best = Math.min(timing.best, millis)
    }
  }
  return timings.map(({ best }) => best)
}

/** Follows the cursors for this many pages and returns the last cursor. */
export const followPages = async (request: TimedRequest, pages: number): Promise<string> => {
  let cursor: string | null = null
  for (let page = 0; page < pages; page++) {
    const path: string = `${request.path}&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`
    const termsPage: TermsPage = await send({ ...request, path })
    if (termsPage.next_cursor === null) break
    cursor = termsPage.next_cursor
  }
  return cursor!
}
