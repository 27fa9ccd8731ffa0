import { environmentVariable, type Logger, type LogLevel, logLevels } from "./options.ts"

export type Log = (
  level: (typeof logLevels)[number],
  message: string,
  fields: () => Readonly<Record<string, unknown>>
) => void

const secretHeader = /auth|cookie|key|secret|token/i

/**
 * The end of a secret, by which people know a key: four characters, and never more than a quarter of it.
 */
const endOf = (secret: string): string => {
  const shown = Math.min(4, Math.floor(secret.replace(/^\S+ /, "").length / 4))
  return `…${shown === 0 ? "" : secret.slice(-shown)}`
}

/** Headers for the log, with the ends of secrets alone. */
export const redactHeaders = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      secretHeader.test(name) && name !== "idempotency-key" ? endOf(value) : value
    ])
  )

interface LogOptions {
  readonly logger?: Logger | undefined
  readonly logLevel?: LogLevel | undefined
}

const isLevel = (text: string | undefined): text is LogLevel =>
  text === "off" || logLevels.some((level) => level === text)

/**
 * Returns the function that writes to the logger of the options. Without a logger, `ADWARDEN_LOG` with a level writes to
 * the console. Nothing else is ever written.
 */
export const logOf = ({ logger, logLevel }: LogOptions): Log => {
  const variable = environmentVariable("ADWARDEN_LOG")
  const wanted = isLevel(variable) ? variable : undefined
  const target = logger ?? (wanted === undefined ? undefined : console)
  const first = logLevels.indexOf((logLevel ?? wanted ?? "warn") as (typeof logLevels)[number])
  if (target === undefined || first < 0) return () => undefined
  return (level, message, fields) => {
    if (logLevels.indexOf(level) < first) return
    try {
      target[level](message, fields())
    } catch {
      // A broken logger must not fail a call that succeeded.
    }
  }
}
