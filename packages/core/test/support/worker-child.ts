import { Effect, Layer, ManagedRuntime } from "effect"
import { Worker } from "../../src/tasks/index.ts"
import { coreOnPlatform } from "./core-on-platform.ts"

/* A worker in a process of its own, made to be killed. Says when it is ready. */
const [database, emulator] = process.argv.slice(2)
if (database === undefined || emulator === undefined)
  throw new Error("usage: worker-child.ts DATABASE EMULATOR")

const core = coreOnPlatform(database, { url: emulator, tokenUrl: `${emulator}/token` })
const runtime = ManagedRuntime.make(Worker.layer(database).pipe(Layer.provideMerge(core)))
await runtime.runPromise(Effect.void)
console.log("ready")
// Whoever started it is gone when its end of this closes, and nobody is left to kill it.
process.stdin.on("end", () => process.exit(0)).resume()
