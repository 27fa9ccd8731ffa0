import { Option, type Tracer } from "effect"
import { parentSpanOf } from "./spans.ts"
import type { Sampler } from "./telemetry.ts"
import { UnsampledSpan } from "./unsampled-span.ts"

/** What is decided about a request's trace before the request runs. */
export interface RequestTrace {
  readonly isSampled: boolean
  /** The span of the client. */
  readonly parent: Tracer.ExternalSpan | undefined
  /** Passes on the choice of a client that traces, but not this request. Without a client's trace there is nothing to pass on. */
  readonly unsampled: UnsampledSpan | null
}

const notTraced: RequestTrace = { isSampled: false, parent: undefined, unsampled: null }

/**
 * Decides whether a request is traced, from its `traceparent`. On a busy service almost none is, so the others run as if
 * traces were off.
 */
export const startRequestTrace = (
  sample: Sampler,
  name: string,
  traceParent: string | null = null
): RequestTrace => {
  const parent = traceParent === null ? undefined : parentSpanOf(traceParent)
  if (sample(parent)) return { isSampled: true, parent, unsampled: null }
  if (parent === undefined) return notTraced
  return { isSampled: false, parent, unsampled: new UnsampledSpan(name, Option.some(parent)) }
}
