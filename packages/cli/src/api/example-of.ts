import type { OperationInfo } from "@adwarden/client/operations"
import { argumentFields, flagFields } from "./fields-of.ts"
import { commandLine, kebab, shellQuote } from "./names.ts"

type Values = Readonly<Record<string, unknown>>

/** Moves the fields of objects to the top level, as flags are. */
const flattenValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value)
        : [[name, value]]
    )
  )

const positionalText = (value: unknown): ReadonlyArray<string> =>
  value === undefined ? [] : [value].flat().map((one) => shellQuote(String(one)))

const flagText = (name: string, kind: string, value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return []
  const flag = `--${kebab(name)}`
  if (kind === "boolean") return value === true ? [flag] : [`--no-${kebab(name)}`]
  if (kind !== "objects") return [value].flat().map((one) => `${flag} ${shellQuote(String(one))}`)
  return (value as ReadonlyArray<{ readonly name: string }>).map(
    ({ name }) => `${flag} ${shellQuote(`${name.toLowerCase()}.md`)}`
  )
}

/** Returns the command line that is equivalent to this input. */
export const commandLineFor = (operation: OperationInfo, input: Values, profile?: string): string => {
  const values = flattenValues(input)
  return [
    commandLine(operation.name),
    ...argumentFields(operation).flatMap(({ name }) => positionalText(values[name])),
    ...flagFields(operation).flatMap(({ kind, name }) => flagText(name, kind, values[name])),
    ...flagText("org", "text", input["org"]),
    ...flagText("profile", "text", profile)
  ].join(" ")
}

/** Renders the contract's example as a command line, in the credential's organization. */
export const exampleOf = (operation: OperationInfo): string => {
  const { org: _, ...input } = operation.example as Values
  return commandLineFor(operation, input)
}
