import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { Statements, statement } from "./storage/index.ts"

/** Public facts about a host: its version, and whether it can serve. */

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** The version on every surface. Its source is this package's package.json. */
export const { version } = manifest

const pingStatement = statement("select 1 as answer")

/** Load balancers wait a second at most. The rest of it is for a busy host to send the response. */
const readinessTimeout = "600 millis"

/** Whether the database responds now. A load balancer checks it before it sends traffic. */
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
