import { type SecretKind, secretKinds, secretsEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { group } from "../command-line.ts"
import { type RunEndpoint, withOperatorServices } from "../operator.ts"
import { Stop } from "../stop.ts"
import { outputCommand } from "./command-output.ts"
import { tableOf } from "./operator-commands.ts"

const rotateKind = (runEndpoint: RunEndpoint, kind: SecretKind) =>
  Effect.gen(function* () {
    let [resealed, unreadable] = [0, 0]
    let after: number | null = 0
    while (after !== null) {
      const from: number = after
      const batch = yield* runEndpoint(
        null,
        Effect.map(secretsEndpoints, (secrets) => secrets.rotateBatch(kind, from))
      )
      resealed += batch.resealed
      unreadable += batch.unreadable
      after = batch.last
    }
    return { kind, resealed, unreadable }
  })

const rotate = outputCommand(
  "rotate",
  {},
  "Seal every stored secret again with the first key in SECRETS_KEY. Set SECRETS_KEY to the new key, a comma and the old key, here and on every host and worker, before you run it. It can be repeated at any time.",
  () =>
    Effect.gen(function* () {
      const kinds = yield* withOperatorServices((runEndpoint) =>
        Effect.forEach(Object.keys(secretKinds) as ReadonlyArray<SecretKind>, (kind) =>
          rotateKind(runEndpoint, kind)
        )
      )
      const unreadable = kinds.reduce((sum, kind) => sum + kind.unreadable, 0)
      if (unreadable > 0) {
        return yield* new Stop({
          message: `${unreadable} stored secrets do not open with any key in SECRETS_KEY. The others are sealed with the first key. Add the missing key after a comma and run this again.`
        })
      }
      const resealed = kinds.reduce((sum, kind) => sum + kind.resealed, 0)
      return {
        data: { kinds },
        text: tableOf(
          ["SECRETS", "SEALED AGAIN"],
          kinds.map(({ kind, resealed }) => [secretKinds[kind], String(resealed)])
        ),
        notes: [
          resealed === 0
            ? "Every stored secret is sealed with the first key. The other keys can be removed."
            : "Run it again once every host and worker uses the new key. The old key can be removed when nothing is left."
        ]
      }
    })
)

export const secrets = group("secrets", [rotate])
