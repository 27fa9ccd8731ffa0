import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { Statements, statement } from "./storage/index.ts"

/** What a host tells of the service whoever asks: which version it is, and whether it can work. */

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** The version that every surface says it is. Its one home is this package's package.json. */
export const { version } = manifest

const pingStatement = statement("select 1 as answer")

/** Whoever asks (a load balancer, an orchestrator) asks often and gives up soon. */
const readinessTimeout = "900 millis"

/** Whether the database answers at this moment: what a host is asked before traffic is sent to it. */
export const makeReadinessCheck: Effect.Effect<Effect.Effect<boolean>, never, Statements> = Effect.map(
  Statements,
  (statements) =>
    statements.query(pingStatement, []).pipe(
      Effect.as(true),
      Effect.timeoutTo({
        duration: readinessTimeout,
        onTimeout: () => false,
        onSuccess: (reachable) => reachable
      }),
      Effect.catchAllCause(() => Effect.succeed(false))
    )
)
