// The client for Effect: errors in the type, rows as a stream, the client as a service.
import { AdwardenClient } from "@adwarden/client/effect"
import { Chunk, Console, Effect, Stream } from "effect"

const mostExpensive = Effect.gen(function* () {
  const client = yield* AdwardenClient
  const live = yield* Stream.runCollect(client.campaigns.list({ state: "live" }))
  return Chunk.toReadonlyArray(live).toSorted((a, b) => b.budget - a.budget)[0]
})

const program = Effect.gen(function* () {
  const client = yield* AdwardenClient
  const campaign = yield* mostExpensive
  if (campaign === undefined) return yield* Console.log("No campaign is live.")
  yield* client.campaigns.update(campaign.slug, { budget: campaign.budget * 10, dry_run: false }).pipe(
    Effect.flatMap(({ outcome }) => Console.log(outcome)),
    Effect.catchTag("budget_cap_exceeded", ({ allowed_max }) =>
      Console.log(`${campaign.slug}: at most ${allowed_max}`)
    )
  )
})

await Effect.runPromise(Effect.provide(program, AdwardenClient.layerConfig))
