import { readFileSync } from "node:fs"
import { EmbeddedPostgresError } from "@adwarden/core"
import { CliConfig, Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Effect, Exit, Fiber, Layer, Option } from "effect"
import { accounts } from "./commands/accounts/index.ts"
import { ads } from "./commands/ads.ts"
import { approvals } from "./commands/approvals.ts"
import { audit } from "./commands/audit/index.ts"
import { dev } from "./commands/dev.ts"
import { drafts } from "./commands/drafts.ts"
import { keys } from "./commands/keys/index.ts"
import { mail } from "./commands/mail.ts"
import { mcp } from "./commands/mcp.ts"
import { migrate } from "./commands/migrate.ts"
import { orgs } from "./commands/orgs/index.ts"
import { profile } from "./commands/profile.ts"
import { recommendations } from "./commands/recommendations.ts"
import { reports } from "./commands/reports.ts"
import { serve } from "./commands/serve.ts"
import { sync } from "./commands/sync.ts"
import { users } from "./commands/users.ts"
import { worker } from "./commands/worker.ts"
import { plainConsole } from "./plain-console.ts"
import { Stop } from "./stop.ts"

const adwarden = Command.make("adwarden").pipe(
  Command.withDescription("Runs and looks after Adwarden, a service that manages search-ad campaigns."),
  Command.withSubcommands([
    dev,
    serve,
    worker,
    migrate,
    orgs,
    users,
    accounts,
    keys,
    approvals,
    profile,
    drafts,
    reports,
    ads,
    recommendations,
    sync,
    mail,
    audit,
    mcp
  ])
)

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}
const run = Command.run(adwarden, { name: "Adwarden", version, executable: "adwarden" })

/** What to say when it ends like this, and the exit code. Help and parse errors were already told. */
const ending = (exit: Exit.Exit<void, unknown>): { readonly code: number; readonly line?: string } => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return { code: 0 }
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (ValidationError.isValidationError(failure)) return { code: 1 }
  if (failure instanceof Stop || failure instanceof EmbeddedPostgresError) {
    const code = "code" in failure ? (failure.code ?? 1) : 1
    return { code, line: failure.message.replace(/\s*\n\s*/g, " ") }
  }
  // A defect of ours: here the stack is worth more than brevity.
  return { code: 1, line: Cause.pretty(exit.cause, { renderErrorCause: true }) }
}

/** The first signal asks for an orderly end, the second for an end. */
const endOnSignals = (fiber: Fiber.RuntimeFiber<void, unknown>): void => {
  let stopping = false
  const stop = (code: number) => () => {
    if (stopping) process.exit(code)
    stopping = true
    Effect.runFork(Fiber.interrupt(fiber))
  }
  process.on("SIGINT", stop(130))
  process.on("SIGTERM", stop(143))
}

export const main = (args: ReadonlyArray<string>): void => {
  const layers = Layer.mergeAll(NodeContext.layer, CliConfig.layer({ showBuiltIns: false }), plainConsole)
  const fiber = Effect.runFork(Effect.provide(run(args), layers))
  endOnSignals(fiber)
  fiber.addObserver((exit) => {
    const { code, line } = ending(exit)
    if (line !== undefined) process.stderr.write(`${line}\n`)
    process.exit(code)
  })
}
