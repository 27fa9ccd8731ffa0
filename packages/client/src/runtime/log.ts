import { environmentVariable } from "./environment.ts"
import type { AdwardenOptions } from "./options.ts"

const levels = ["debug", "info", "warn", "error"] as const

/** How much is logged: each level includes those after it. `off` logs nothing. */
export type LogLevel = (typeof levels)[number] | "off"

/** Receives the log. `console` is one, as are the loggers of pino, winston and others with these four methods. */
export type Logger = {
  readonly [Level in (typeof levels)[number]]: (
    message: string,
    fields: Readonly<Record<string, unknown>>
  ) => void
}

export type Log = (
  level: (typeof levels)[number],
  message: string,
  fields: () => Readonly<Record<string, unknown>>
) => void

const secretHeader = /auth|cookie|key|secret|token/i

/** Headers for the log. Secrets are left out except for their last four characters, by which people know a key. */
export const redactHeaders = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      secretHeader.test(name) && name !== "idempotency-key" ? `…${value.slice(-4)}` : value
    ])
  )

const isLevel = (text: string | undefined): text is LogLevel =>
  text === "off" || levels.some((level) => level === text)

/**
 * Returns the function that writes to the logger of the options. Without a logger, `ADWARDEN_LOG` with a level writes to
 * the console. Nothing else is ever written.
 */
export const logOf = ({ logger, logLevel }: AdwardenOptions): Log => {
  const variable = environmentVariable("ADWARDEN_LOG")
  const wanted = isLevel(variable) ? variable : undefined
  const target = logger ?? (wanted === undefined ? undefined : console)
  const first = levels.indexOf((logLevel ?? wanted ?? "warn") as (typeof levels)[number])
  if (target === undefined || first < 0) return () => undefined
  return (level, message, fields) => {
    if (levels.indexOf(level) < first) return
    try {
      target[level](message, fields())
    } catch {
      // A broken logger must not fail a call that succeeded.
    }
  }
}
