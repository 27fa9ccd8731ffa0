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

/**
 * Returns the best time of each request in milliseconds, one request at a time. The best time shows the cost
 * without interference, which on a shared machine says more than an average. The requests take turns, so that
 * other load affects all. Warm-up rounds let each query plan settle.
 */
export const timeAll = async (
  requests: ReadonlyArray<ReadonlyArray<TimedRequest>>,
  rounds: number
): Promise<ReadonlyArray<number>> => {
  const times = requests.map((): Array<number> => [])
  for (let round = -Math.min(7, rounds); round < rounds; round++) {
    for (const [n, variants] of requests.entries()) {
      const request = variants[Math.abs(round) % variants.length]!
      const startedAt = performance.now()
      await send(request)
      if (round >= 0) times[n]!.push(performance.now() - startedAt)
    }
  }
  return times.map((all) => Math.min(...all))
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
