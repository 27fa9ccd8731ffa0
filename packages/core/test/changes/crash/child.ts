import { createInterface } from "node:readline"
import { Cause, Effect, Exit, Layer, Logger, LogLevel, ManagedRuntime } from "effect"
import type { OperationName } from "../../../src/contract/index.ts"
import { Worker } from "../../../src/tasks/index.ts"
import { call } from "../../support/call.ts"
import { coreOnPlatform } from "../../support/core-on-platform.ts"

/*
 * A host and a worker in one process, made to be killed. Calls come as lines of JSON, answers leave the same way;
 * whatever has not left when the process dies was never answered.
 */
export interface ChildRequest {
  readonly n: number
  readonly name: OperationName
  readonly token: string
  readonly values: Record<string, unknown>
}

export interface ChildResponse {
  readonly n: number
  readonly output: unknown
  readonly error: string | null
  readonly replayed: boolean
}

const [database, emulator] = process.argv.slice(2)
if (database === undefined || emulator === undefined) throw new Error("usage: child.ts DATABASE EMULATOR")

const core = coreOnPlatform(
  database,
  { url: emulator, tokenUrl: `${emulator}/token` },
  { executionTakeoverSeconds: 1, writeQuota: 1_000_000 },
  { timeoutMillis: 700 }
)
/** Defects alone: what the faults and kills bring about is no news. */
const defects = Logger.add(
  Logger.make(({ logLevel, message }) => {
    if (LogLevel.greaterThanEqual(logLevel, LogLevel.Error)) process.stderr.write(`${String(message)}\n`)
  })
)
const runtime = ManagedRuntime.make(
  Worker.layer(database).pipe(Layer.provideMerge(core), Layer.provideMerge(defects))
)

const writeLine = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const run = ({ n, name, token, values }: ChildRequest) =>
  runtime.runPromiseExit(call(name, token, values)).then((exit) => {
    if (Exit.isFailure(exit))
      return writeLine({ n, output: null, error: Cause.pretty(exit.cause), replayed: false })
    const { error, output, replayed } = exit.value
    writeLine({ n, output, error: error?._tag ?? null, replayed } satisfies ChildResponse)
  })

// Everything is open before the first call comes, so that a kill meets work and not a start.
await runtime.runPromise(Effect.void)
writeLine({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") void run(JSON.parse(line) as ChildRequest)
}
// Whoever asked is gone, and nobody is left to kill this process.
process.exit(0)
