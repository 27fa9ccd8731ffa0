import { Option, type Tracer } from "effect"
import { parentSpanOf } from "./spans.ts"
import type { Sampler } from "./telemetry.ts"
import { UnsampledSpan } from "./unsampled-span.ts"

/** What is decided about a request's trace before the request runs. */
export interface RequestTrace {
  /** The span of the client. */
  readonly parent: Tracer.ExternalSpan | undefined
  /** The span that the request runs in if it is not sampled; null if it is. */
  readonly unsampled: UnsampledSpan | null
}

/** Decides whether a request is traced, from its `traceparent`. On a busy service almost none is. */
export const startRequestTrace = (
  sample: Sampler,
  name: string,
  traceParent: string | null = null
): RequestTrace => {
  const parent = parentSpanOf(traceParent)
  return {
    parent,
    unsampled: sample(parent) ? null : new UnsampledSpan(name, Option.fromNullable(parent))
  }
}
