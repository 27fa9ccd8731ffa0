import type { OperationInfo } from "@adwarden/client/operations"
import { argumentFields, flagFields } from "./fields-of.ts"
import { commandLine, kebab, quoted } from "./names.ts"

type Values = Readonly<Record<string, unknown>>

/** Fields of objects stand beside the others, as flags do. */
const flat = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value)
        : [[name, value]]
    )
  )

const placed = (value: unknown): ReadonlyArray<string> =>
  value === undefined ? [] : [value].flat().map((one) => quoted(String(one)))

const flagged = (name: string, kind: string, value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return []
  const flag = `--${kebab(name)}`
  if (kind === "boolean") return value === true ? [flag] : [`--no-${kebab(name)}`]
  if (kind !== "objects") return [value].flat().map((one) => `${flag} ${quoted(String(one))}`)
  return (value as ReadonlyArray<{ readonly name: string }>).map(
    ({ name }) => `${flag} ${quoted(`${name.toLowerCase()}.md`)}`
  )
}

/** A command line that does what this input would. */
export const lineOf = (operation: OperationInfo, input: Values, profile?: string): string => {
  const values = flat(input)
  return [
    commandLine(operation.name),
    ...argumentFields(operation).flatMap(({ name }) => placed(values[name])),
    ...flagFields(operation).flatMap(({ kind, name }) => flagged(name, kind, values[name])),
    ...flagged("org", "text", input["org"]),
    ...flagged("profile", "text", profile)
  ].join(" ")
}

/** The contract's example as somebody would type it, in the organization that the credential is for. */
export const exampleOf = (operation: OperationInfo): string => {
  const { org: _, ...input } = operation.example as Values
  return lineOf(operation, input)
}
