/** A response that arrived completely, in the milliseconds of this process' clock. */
export interface Answer {
  readonly origin: string
  readonly requestId: string
  /** Whether it was asked with GET, which changes nothing. */
  readonly isRead: boolean
  readonly status: number
  /** The code of its error; null without one. */
  readonly error: string | null
  readonly retryAfter: string | null
  readonly began: number
  readonly answered: number
}

/** The code of an error in the body of a response, by REST or MCP. */
const errorIn = (status: number, body: ArrayBuffer): string | null =>
  status < 400 ? null : (/"code": ?("?[\w-]+"?)/.exec(new TextDecoder().decode(body))?.[1] ?? "unknown")

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
        error: errorIn(response.status, body),
        retryAfter: response.headers.get("retry-after"),
        began,
        answered: Date.now()
      })
    return new Response(body, response)
  }
}
