import {
  type Answer,
  type Call,
  type Listener,
  type OwnRefusal,
  Pipeline,
  type Presents,
  Settings
} from "@adwarden/core"
import type { Surface } from "@adwarden/core/contract"
import { type Connection, factsOf, presentedBy, queryOf } from "@adwarden/core/http"
import { Effect, Runtime } from "effect"
import type { Context } from "hono"

/** What Hono hands a handler beside the request, on every surface. */
export interface Env {
  Bindings: Connection
}

type Errand<Out, E extends OwnRefusal> = Pick<Call<Out, E>, "name" | "wants" | "open"> & {
  /** The query string, where the surface has parsed it already. */
  readonly query?: URLSearchParams
  /** Told while the work goes on, where the surface has a way to pass it on. */
  readonly hear?: Listener["hear"]
}

/** Ends when the client has gone away. The signal is made when it is asked for: few requests ever wait. */
const clientGone = (request: Request): Effect.Effect<void> =>
  Effect.async((resume) => {
    const { signal } = request
    const leave = () => resume(Effect.void)
    if (signal.aborted) return leave()
    signal.addEventListener("abort", leave, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", leave))
  })

const unheard: Listener["hear"] = () => {}

export type Enter = <Out = unknown, E extends OwnRefusal = never>(
  c: Context<Env>,
  errand: Errand<Out, E>
) => Promise<Answer<Out, E>>

/** What a request is recognised by: programs by the credential in their header, browsers by what their surface says. */
type PresentedBy = (c: Context<Env>, query: URLSearchParams) => Presents

const byCredential: PresentedBy = (c, query) => presentedBy(c.req.raw, query)

/**
 * Takes a request to the pipeline with what its headers say of it. What it wants is worked out only when it is let
 * in, so that nobody who is turned away has a body read.
 */
export const makeDoor = (surface: Surface, presented = byCredential) =>
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const { trustProxy } = yield* Settings
    const run = Runtime.runPromise(yield* Effect.runtime<never>())
    const enter: Enter = (c, { hear = unheard, name, open, query, wants }) => {
      const request = c.req.raw
      const presents = presented(c, query ?? queryOf(request))
      const facts = factsOf(request, c.env, surface, c.req.path, trustProxy)
      const listener = { hear, gone: clientGone(request) }
      return run(pipeline.run({ name, presents, facts, wants, open, listener }))
    }
    return enter
  })
