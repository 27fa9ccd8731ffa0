import { Effect } from "effect"
import { People, Sessions } from "../../src/access/index.ts"

/** Signs a person in, without a password. Returns the credentials of a request from that browser. */
export const signedIn = (email: string) =>
  Effect.gen(function* () {
    const person = yield* (yield* People).find({ email })
    if (person === null) throw new Error(`Nobody has the address ${email}`)
    const token = yield* (yield* Sessions).open(person.id, { ip: null, userAgent: null })
    return { kind: "session", token } as const
  })
