import { Console, Effect, Layer } from "effect"

/**
 * A command line that is not understood is printed by the parser as it sees fit, beside failing with it. It is told once,
 * where all ends of commands are told: so nothing that the parser prints by itself is heard.
 */
export const quietConsole: Layer.Layer<never> = Layer.unwrapEffect(
  Effect.map(Effect.console, (console) =>
    Console.setConsole({ ...console, log: () => Effect.void, error: () => Effect.void })
  )
)
