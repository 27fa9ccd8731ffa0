import { Context, Effect, FiberRef, HashMap, Option, type Tracer } from "effect"

/** Decides whether a span is exported, from its parent. */
export type Sampler = (parent: Tracer.AnySpan | undefined) => boolean

export interface TelemetryShape {
  /** Whether requests, calls and jobs are counted. */
  readonly metrics: boolean
  /** Decides which requests are traced; null while no spans are exported. */
  readonly traces: Sampler | null
}

/**
 * What the operator has enabled. Modules read it once, when their layer is built, so that disabled telemetry adds
 * nothing to a request.
 */
export class Telemetry extends Context.Reference<Telemetry>()("@adwarden/Telemetry", {
  defaultValue: (): TelemetryShape => ({ metrics: false, traces: null })
}) {}

const key = "request_id"

/**
 * Runs an effect as part of a request: all its log lines carry the request's id, and so do the jobs and platform calls
 * that it starts. `Effect.annotateLogs` would also restore the annotations after a failure, at more cost; here the
 * fiber of a request or job ends with it.
 */
export const withRequestId = <A, E, R>(effect: Effect.Effect<A, E, R>, id: string): Effect.Effect<A, E, R> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentLogAnnotations), (before) =>
    Effect.zipRight(
      FiberRef.set(FiberRef.currentLogAnnotations, HashMap.set(before, key, id)),
      Effect.zipLeft(effect, FiberRef.set(FiberRef.currentLogAnnotations, before))
    )
  )

/** The id of the request that the running effect is part of; null outside a request. */
export const currentRequestId: Effect.Effect<string | null> = Effect.map(
  FiberRef.get(FiberRef.currentLogAnnotations),
  (annotations) => {
    const id = Option.getOrNull(HashMap.get(annotations, key))
    return typeof id === "string" ? id : null
  }
)
