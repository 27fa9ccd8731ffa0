import { Cause, HashMap, Inspectable, Logger } from "effect"
import { redactSecrets } from "../contract/index.ts"

/** Values below this depth are searched as one text. */
const maxDepth = 8

const textOf = (cause: Cause.Cause<unknown>): string => Cause.pretty(cause, { renderErrorCause: true })

const redactCause = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> => {
  if (Cause.isEmpty(cause)) return cause
  const text = textOf(cause)
  const redacted = redactSecrets(text)
  return redacted === text ? cause : Cause.fail(redacted)
}

/** Returns the value if its text has no secret, else that text with the secrets hidden. */
const redactedText = (value: unknown, text: string): unknown => {
  const redacted = redactSecrets(text)
  return redacted === text ? value : redacted
}

/**
 * Returns the value with the secrets in its texts hidden. A value that a log would only show as text becomes
 * text.
 */
const redactValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return redactSecrets(value)
  if (typeof value !== "object" || value === null) return value
  if (Cause.isCause(value)) return redactCause(value)
  if (value instanceof Error) return redactedText(value, textOf(Cause.fail(value)))
  const kind = Object.getPrototypeOf(value)
  const isPlain = Array.isArray(value) || kind === Object.prototype || kind === null
  if (!isPlain || depth === maxDepth) return redactedText(value, Inspectable.toStringUnknown(value))
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redactSecrets(name), redactValue(inner, depth + 1)])
  )
}

/** A logger that never gets to see a whole key or token, whatever was logged and in whichever part of it. */
export const redactedLogger = <Output>(logger: Logger.Logger<unknown, Output>) =>
  Logger.make<unknown, Output>((options) =>
    logger.log({
      ...options,
      message: redactValue(options.message),
      cause: redactCause(options.cause),
      annotations: HashMap.map(options.annotations, (value) => redactValue(value))
    })
  )
