import { Effect, Layer, ManagedRuntime } from "effect"
import { Worker } from "../../src/tasks/index.ts"
import { coreOnPlatform } from "./core-on-platform.ts"

/* Runs a worker in its own process, which the test kills. Prints "ready" once the worker runs. */
const [database, emulator] = process.argv.slice(2)
if (database === undefined || emulator === undefined)
  throw new Error("usage: worker-child.ts DATABASE EMULATOR")

const core = coreOnPlatform(database, { url: emulator, tokenUrl: `${emulator}/token` })
const runtime = ManagedRuntime.make(Worker.layer(database).pipe(Layer.provideMerge(core)))
await runtime.runPromise(Effect.void)
console.log("ready")
// Standard input closes when the parent exits, which then cannot kill the worker.
process.stdin.on("end", () => process.exit(0)).resume()
