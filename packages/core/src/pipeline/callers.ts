import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { hashSecret } from "../access/secrets.ts"
import { type Surface, Unauthorized } from "../contract/index.ts"
import { Settings } from "../settings.ts"
import { Statements } from "../storage/index.ts"
import { makeAddressLimit } from "./address-limit.ts"
import { actorOf } from "./audit-event.ts"
import type { Credential } from "./credential.ts"
import { makeKeyRecogniser } from "./recognise-keys.ts"
import { makeTokenRecogniser } from "./recognise-tokens.ts"
import type { Recognition } from "./recognition.ts"
import type { Take } from "./token-bucket.ts"

/** Finds out who is calling, and holds callers to their rate. */
export class Callers extends Context.Tag("@adwarden/Callers")<
  Callers,
  {
    readonly recognise: (credential: Credential, surface: Surface) => Effect.Effect<Recognition, SqlError>
    /** Takes a request from the bucket of an address that presented nothing we know. */
    readonly takeForAddress: (address: string) => Effect.Effect<Take, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Callers,
    Effect.gen(function* () {
      const statements = yield* Statements
      const settings = yield* Settings
      const keys = makeKeyRecogniser(statements, settings.rateLimit)
      const tokens = makeTokenRecogniser(statements, settings.rateLimit)
      const audiences: Partial<Record<Surface, string>> = {
        rest: settings.restUrl,
        mcp: `${settings.mcpUrl}/mcp`
      }

      /** A token for one surface is worth nothing on another. */
      const forSurface =
        (surface: Surface) =>
        (recognition: Recognition): Recognition =>
          "refused" in recognition || recognition.audience === audiences[surface]
            ? recognition
            : {
                refused: new Unauthorized({ why: "wrong_audience" }),
                actor: actorOf(recognition.caller)
              }

      return {
        recognise: (credential, surface) => {
          const hash = hashSecret(credential.secret).toString("hex")
          return credential.kind === "api_key"
            ? keys.add(hash)
            : Effect.map(tokens.add(hash), forSurface(surface))
        },
        takeForAddress: makeAddressLimit(statements, settings.anonymousRateLimit).add
      }
    })
  )
}
