import { type Answer, type Call, type OwnRefusal, Pipeline, type Presents, Settings } from "@adwarden/core"
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
}

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
    const enter: Enter = (c, { name, open, query, wants }) => {
      const request = c.req.raw
      const presents = presented(c, query ?? queryOf(request))
      const facts = factsOf(request, c.env, surface, c.req.path, trustProxy)
      return run(pipeline.run({ name, presents, facts, wants, open }))
    }
    return enter
  })
