import {
  createEmulator,
  demoWorld,
  type Emulator,
  type EmulatorSettings
} from "@adwarden/google-ads-emulator"
import { Context, Effect, Layer } from "effect"

export interface RunningEmulatorShape extends Emulator {
  /** A request to the control endpoint. */
  readonly control: (method: string, path: string, body?: unknown) => Effect.Effect<unknown>
  readonly fault: (fault: Readonly<Record<string, unknown>>) => Effect.Effect<unknown>
  /** An edit that someone else makes in the platform. */
  readonly edit: (
    customerId: string,
    operations: ReadonlyArray<unknown>,
    by?: string
  ) => Effect.Effect<unknown>
}

const make = (settings: EmulatorSettings) =>
  Effect.gen(function* () {
    const emulator = yield* Effect.acquireRelease(
      Effect.promise(() => createEmulator(settings)),
      (emulator) => Effect.promise(() => emulator.close())
    )
    const control = (method: string, path: string, body?: unknown) =>
      Effect.promise(async () => {
        const response = await fetch(`${emulator.url}/_control/${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          headers: { "content-type": "application/json" }
        })
        if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
        return response.json()
      })
    return {
      ...emulator,
      control,
      fault: (fault: Readonly<Record<string, unknown>>) => control("POST", "faults", fault),
      edit: (customerId: string, mutateOperations: ReadonlyArray<unknown>, userEmail = "agency@else.test") =>
        control("POST", "edits", { customerId, userEmail, mutateOperations })
    }
  })

/** A separate emulator on loopback, for the lifetime of the scope. */
export class RunningEmulator extends Context.Tag("@adwarden/RunningEmulator")<
  RunningEmulator,
  RunningEmulatorShape
>() {
  static readonly with = (settings: EmulatorSettings = {}) => Layer.scoped(RunningEmulator, make(settings))
}

export const customerOf = (slug: string) => demoWorld.customers.find((customer) => customer.slug === slug)!
export { demoWorld }
