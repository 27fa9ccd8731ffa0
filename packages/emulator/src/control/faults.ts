import { type AdsError, AdsFailure, adsError, type ErrorCode } from "../protocol/errors.ts"

type FaultKind = "quota" | "refused" | "revoked" | "internal" | "slow" | "lost"

/** Something to go wrong, for the next `times` requests that fit. */
export interface Fault {
  readonly kind: FaultKind
  /** `token`, `search`, `searchStream`, `mutate`, `listAccessibleCustomers`, `generateKeywordIdeas`, `suggest`. */
  readonly method?: string
  /** `campaigns`, `googleAds`…: the part of the path before the colon. */
  readonly collection?: string
  readonly customerId?: string
  /** True strikes only mutates that ask for a check, false only those that write. */
  readonly validateOnly?: boolean
  /** How many requests it strikes; without it, every one until it is cleared. */
  readonly times?: number
  /** Lets this many fitting requests pass first. */
  readonly after?: number
  readonly retryDelaySeconds?: number
  readonly delayMilliseconds?: number
  readonly errorCode?: ErrorCode
  readonly message?: string
  readonly when?: "before" | "after"
}

interface RequestFacts {
  readonly method: string
  readonly collection: string
  readonly customerId: string | undefined
  readonly validateOnly?: boolean
}

interface ArmedFault {
  readonly id: number
  readonly fault: Fault
  requestsToPass: number
  timesLeft: number
}

export class Faults {
  #armed: ArmedFault[] = []
  #nextId = 1
  #heldUp = 0

  /** Requests that a fault delays at this moment: they may still change something, whoever sent them. */
  get delayedCount(): number {
    return this.#heldUp
  }

  /** Runs a request that a fault may hold up. */
  async delayRequest<A>(fault: Fault | undefined, run: () => Promise<A>): Promise<A> {
    if (fault?.delayMilliseconds === undefined && fault?.kind !== "slow") return run()
    this.#heldUp++
    try {
      await new Promise((resolve) => setTimeout(resolve, fault.delayMilliseconds ?? 5000))
      return await run()
    } finally {
      this.#heldUp--
    }
  }

  arm(fault: Fault): number {
    const id = this.#nextId++
    this.#armed.push({
      id,
      fault,
      requestsToPass: fault.after ?? 0,
      timesLeft: fault.times ?? Number.POSITIVE_INFINITY
    })
    return id
  }

  clear(id?: number): void {
    this.#armed = id === undefined ? [] : this.#armed.filter((armed) => armed.id !== id)
  }

  list() {
    return this.#armed.map(({ id, fault, timesLeft }) => ({
      id,
      ...fault,
      timesLeft: Number.isFinite(timesLeft) ? timesLeft : null
    }))
  }

  /** The fault that strikes this request, if any; it is then one strike shorter. */
  take(request: RequestFacts): Fault | undefined {
    for (const armed of this.#armed) {
      const { method, collection, customerId, validateOnly } = armed.fault
      if (method !== undefined && method !== request.method) continue
      if (collection !== undefined && collection !== request.collection) continue
      if (customerId !== undefined && customerId !== request.customerId) continue
      if (validateOnly !== undefined && validateOnly !== request.validateOnly) continue
      if (armed.requestsToPass > 0) {
        armed.requestsToPass--
        continue
      }
      armed.timesLeft--
      if (armed.timesLeft <= 0) this.#armed = this.#armed.filter((other) => other !== armed)
      return armed.fault
    }
    return undefined
  }
}

/** The failure that Google would have sent. */
export const failureOf = (fault: Fault): AdsFailure | undefined => {
  const error = (code: ErrorCode, message: string): AdsError =>
    adsError(fault.errorCode ?? code, fault.message ?? message)
  switch (fault.kind) {
    case "quota": {
      const retryDelay = `${fault.retryDelaySeconds ?? 5}s`
      const quotaErrorDetails = {
        rateScope: "ACCOUNT",
        rateName: "Number of operations for basic access",
        retryDelay
      }
      const exhausted = error(
        { quotaError: "RESOURCE_TEMPORARILY_EXHAUSTED" },
        `Too many requests. Retry in ${fault.retryDelaySeconds ?? 5} seconds.`
      )
      return new AdsFailure([{ ...exhausted, details: { quotaErrorDetails } }])
    }
    case "refused":
      return new AdsFailure([
        error({ mutateError: "MUTATE_NOT_ALLOWED" }, "Mutates are not allowed for the requested resource.")
      ])
    case "revoked":
      return new AdsFailure([
        error({ authenticationError: "OAUTH_TOKEN_REVOKED" }, "OAuth token in the header has been revoked.")
      ])
    case "internal":
      return new AdsFailure([error({ internalError: "INTERNAL_ERROR" }, "An internal error has occurred.")])
    default:
      return undefined
  }
}
