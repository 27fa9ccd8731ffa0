import { type AdsError, AdsFailure, adsError, type ErrorCode } from "../protocol/errors.ts"

type FaultKind = "quota" | "refused" | "revoked" | "internal" | "slow" | "lost"

/** A fault that the emulator injects into the next `times` matching requests. */
export interface Fault {
  readonly kind: FaultKind
  /** `token`, `search`, `searchStream`, `mutate`, `listAccessibleCustomers`, `generateKeywordIdeas`, `suggest`. */
  readonly method?: string
  /** The part of the path before the colon: `campaigns`, `googleAds` and so on. */
  readonly collection?: string
  readonly customerId?: string
  /** True matches only validating mutates, false only writing ones. */
  readonly validateOnly?: boolean
  /** The number of requests to affect. Without it, the fault stays until it is cleared. */
  readonly times?: number
  /** The number of matching requests to let pass first. */
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

/** Injects faults into requests. */
export class Faults {
  #armed: ArmedFault[] = []
  #nextId = 1
  #delayed = 0

  /** The number of requests that a fault delays now. They can still change the state later. */
  get delayedCount(): number {
    return this.#delayed
  }

  /** Runs a request, after the delay that its fault asks for. */
  async delayRequest<A>(fault: Fault | undefined, run: () => Promise<A>): Promise<A> {
    if (fault?.delayMilliseconds === undefined && fault?.kind !== "slow") return run()
    this.#delayed++
    try {
      await new Promise((resolve) => setTimeout(resolve, fault.delayMilliseconds ?? 5000))
      return await run()
    } finally {
      this.#delayed--
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

  /** Returns the fault that applies to this request, if any, and counts it as used. */
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

/** Returns the failure that Google would send. */
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
