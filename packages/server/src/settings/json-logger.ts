import { Cause, HashMap, Inspectable, Logger, LogLevel } from "effect"

/** The words of LOG_LEVEL. */
const levelNames: Readonly<Record<string, string>> = { [LogLevel.Warning.label]: "warning" }

const textOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message]).map((part) => Inspectable.toStringUnknown(part, 0)).join(" ")

/**
 * A line of JSON with the fields of a request's line: at, level, message, then what the line is about. So one parser
 * reads the whole log of hosts, workers and commands.
 */
export const jsonLogger: Logger.Logger<unknown, string> = Logger.make(
  ({ annotations, cause, date, logLevel, message }) =>
    JSON.stringify({
      at: date.toISOString(),
      level: levelNames[logLevel.label] ?? logLevel.label.toLowerCase(),
      message: textOf(message),
      ...Object.fromEntries(HashMap.toEntries(annotations)),
      ...(Cause.isEmpty(cause) ? {} : { cause: Cause.pretty(cause, { renderErrorCause: true }) })
    })
)
