import { createInterface } from "node:readline"
import { Cause, Effect, Exit, Layer, Logger, LogLevel, ManagedRuntime } from "effect"
import { PeopleWrites } from "../../../src/changes/people-writes.ts"
import { Worker } from "../../../src/tasks/index.ts"
import { call, callEndpoint } from "../../support/call.ts"
import { coreOnPlatform } from "../../support/core-on-platform.ts"
import { type ChildRequest, type ChildResponse, isPeopleWrite, peopleInput } from "./calls.ts"

/*
 * A host and a worker in one process that the test kills. Requests and responses are lines of JSON; a
 * response that was not written before the process died was never sent.
 */
const [database, emulator] = process.argv.slice(2)
if (database === undefined || emulator === undefined) throw new Error("usage: child.ts DATABASE EMULATOR")

const core = coreOnPlatform(
  database,
  { url: emulator, tokenUrl: `${emulator}/token` },
  { executionTakeoverSeconds: 1, writeQuota: 1_000_000 },
  { timeoutMillis: 700 }
)
/** Logs only defects: the faults and kills are expected. */
const defects = Logger.add(
  Logger.make(({ logLevel, message }) => {
    if (LogLevel.greaterThanEqual(logLevel, LogLevel.Error)) process.stderr.write(`${String(message)}\n`)
  })
)
const runtime = ManagedRuntime.make(
  Worker.layer(database).pipe(Layer.provideMerge(core), Layer.provideMerge(defects))
)

const writeLine = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

/** A person's write, as a command of an operator on behalf of the owner. */
const person = { kind: "operator", person: "olivia@northwind.test" } as const

const respond = ({ name, token, values }: ChildRequest) => {
  if (!isPeopleWrite(name)) return call(name, token, values)
  const { idempotencyKey, input } = peopleInput(values)
  return Effect.flatMap(PeopleWrites, ({ execute }) =>
    callEndpoint(execute("northwind", name, input, { idempotencyKey }), person, { surface: "cli" })
  )
}

const run = (request: ChildRequest) =>
  runtime.runPromiseExit(respond(request)).then((exit) => {
    const { n } = request
    if (Exit.isFailure(exit))
      return writeLine({ n, output: null, error: Cause.pretty(exit.cause), replayed: false })
    const { error, output, replayed } = exit.value
    writeLine({ n, output, error: error?._tag ?? null, replayed } satisfies ChildResponse)
  })

// Everything is started before the first call, so that a kill interrupts work and not startup.
await runtime.runPromise(Effect.void)
writeLine({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") void run(JSON.parse(line) as ChildRequest)
}
// The parent is gone, and nothing else would end this process.
process.exit(0)
