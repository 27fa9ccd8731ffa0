/** A response that arrived completely, in the milliseconds of this process' clock. */
export interface Answer {
  readonly origin: string
  readonly requestId: string
  /** Whether it was asked with GET, which changes nothing. */
  readonly isRead: boolean
  readonly status: number
  readonly retryAfter: string | null
  readonly began: number
  readonly answered: number
}

/** Records every response of a host, so that each can be compared with the audit trail. */
export class Answers {
  readonly all: Array<Answer> = []
  /** The requests without a complete response. */
  readonly failed: Array<string> = []

  /** The requests with an internal error as their answer: each is a defect. */
  get defects(): ReadonlyArray<string> {
    return this.all.filter(({ status }) => status === 500).map(({ requestId }) => requestId)
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const began = Date.now()
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
    const method = init?.method ?? (input instanceof Request ? input.method : "GET")
    const unanswered = (error: unknown): never => {
      const at = new Date(began).toISOString()
      this.failed.push(`${at} ${method} ${origin}${pathname}: ${(error as Error).cause ?? error}`)
      throw error
    }
    const response = await fetch(input, init).catch(unanswered)
    const requestId = response.headers.get("x-request-id")
    // The body must arrive too: a response that was cut off is none.
    const body = await response.arrayBuffer().catch(unanswered)
    if (requestId !== null)
      this.all.push({
        origin,
        requestId,
        isRead: method === "GET",
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        began,
        answered: Date.now()
      })
    return new Response(body, response)
  }
}
