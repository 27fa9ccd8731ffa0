import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { standingsOf } from "../membership.ts"
import {
  type AuthorizationRequest,
  authorizationRequest,
  clientIdOf,
  sentBack
} from "./authorization-request.ts"
import { Clients } from "./clients.ts"
import { connectedBefore } from "./connections.ts"
import { approve, ConsentRefused, granted, type Offer, offerTo } from "./consent.ts"
import { lifetimesOf } from "./lifetimes.ts"
import type { Parameters } from "./parameters.ts"
import { OAuthRefusal, refused } from "./refusal.ts"

/** What a person decided, as the form sends it: nothing but `allow` is a yes. */
export interface Decision {
  readonly allow: boolean
  readonly checked: ReadonlyArray<string>
}

/** Who is asked. */
interface Person {
  readonly userId: number
  readonly email: string
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const settings = yield* Settings
  const clients = yield* Clients
  const lifetimes = lifetimesOf(settings)
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  const request = Effect.fn("Authorizations.request")(function* (
    { userId }: Pick<Person, "userId">,
    parameters: Parameters
  ) {
    const id = clientIdOf(parameters)
    if (id instanceof OAuthRefusal) return yield* id
    const client = yield* clients.present(id)
    const asking = { client, connectedBefore: yield* here(connectedBefore(userId, client.id)) }
    const asked = authorizationRequest(parameters, asking, settings)
    if (asked instanceof OAuthRefusal) return yield* asked
    return asked
  })

  const offer = ({ email, userId }: Person, asked: AuthorizationRequest) =>
    Effect.map(here(standingsOf(userId)), (standings) => offerTo(email, standings, asked))

  return {
    request,
    offer,
    decide: Effect.fn("Authorizations.decide")(function* (
      person: Person,
      asked: AuthorizationRequest,
      { allow, checked }: Decision
    ) {
      if (!allow) return yield* sentBack(asked, refused("access_denied", "The person said no."))
      const scopes = granted(yield* offer(person, asked), checked)
      if (scopes instanceof ConsentRefused) return yield* scopes
      return yield* here(approve(person.userId, asked, scopes, lifetimes))
    })
  }
})

/** What clients ask people for, and what people answer. */
export class Authorizations extends Context.Tag("@adwarden/OAuthAuthorizations")<
  Authorizations,
  {
    /**
     * Reads and checks a request for the person who is to answer it; only a refusal of a proven client has a way back
     * to it. The client may be a document that has to be fetched, so nobody else gets here.
     */
    readonly request: (
      person: Pick<Person, "userId">,
      parameters: Parameters
    ) => Effect.Effect<AuthorizationRequest, OAuthRefusal | SqlError>
    readonly offer: (person: Person, asked: AuthorizationRequest) => Effect.Effect<Offer, SqlError>
    /** Answers the address at which the client gets its code. */
    readonly decide: (
      person: Person,
      asked: AuthorizationRequest,
      decision: Decision
    ) => Effect.Effect<string, OAuthRefusal | ConsentRefused | SqlError>
  }
>() {
  static readonly layer: Layer.Layer<Authorizations, never, SqlClient.SqlClient | Settings | Clients> =
    Layer.effect(Authorizations, make)
}
