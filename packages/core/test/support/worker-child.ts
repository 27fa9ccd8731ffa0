import { Effect, Layer, ManagedRuntime } from "effect"
import { Worker } from "../../src/tasks/index.ts"
import { coreOnPlatform } from "./core-on-platform.ts"

/* A worker in its own process, to be killed. It reports when it is ready. */
const [database, emulator] = process.argv.slice(2)
if (database === undefined || emulator === undefined)
  throw new Error("usage: worker-child.ts DATABASE EMULATOR")

const core = coreOnPlatform(database, { url: emulator, tokenUrl: `${emulator}/token` })
const runtime = ManagedRuntime.make(Worker.layer(database).pipe(Layer.provideMerge(core)))
await runtime.runPromise(Effect.void)
console.log("ready")
// When this input closes, the parent is gone and could no longer kill the worker.
process.stdin.on("end", () => process.exit(0)).resume()
