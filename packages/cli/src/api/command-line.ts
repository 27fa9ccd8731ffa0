import { type FieldInfo, type OperationInfo, operations } from "@adwarden/client/operations"

/** `target_cpa` is `--target-cpa` on a command line. */
export const kebab = (name: string): string => name.replaceAll("_", "-")

/** `campaigns.set_state` is `campaigns set-state`. */
export const commandWords = (operation: string): ReadonlyArray<string> => operation.split(".").map(kebab)

export const commandLine = (operation: string): string => `adwarden ${commandWords(operation).join(" ")}`

const unquotedValue = /^[\w.,:/@%+=-]+$/

/** Quotes a value for a shell. */
export const shellQuote = (value: string): string =>
  unquotedValue.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`

/** How texts of the contract mention an operation: `{campaigns.get}`, optionally with values. */
const operationMention = /\{([a-z_]+\.[a-z_]+)((?: [a-z_]+=[^\s{}=]+)*)\}/g

/** How the service's REST responses mention one: by a method and a path. */
const requestMention = /\b(GET|POST|PUT|PATCH) (\/[\w\-./{}~%]*[\w}~%])/g

const templates = operations.map(({ http, name }) => ({
  name,
  method: http.method,
  parts: http.path.split("/")
}))

/** Returns the values in a path for a template, or null if the path does not match it. */
const valuesIn = (
  parts: ReadonlyArray<string>,
  template: ReadonlyArray<string>
): ReadonlyArray<string> | null => {
  if (parts.length !== template.length) return null
  const values: Array<string> = []
  for (const [index, part] of template.entries()) {
    if (!part.startsWith("{")) {
      if (part !== parts[index]) return null
    } else if (part !== "{org}" && !parts[index]!.startsWith("{"))
      values.push(decodeURIComponent(parts[index]!))
  }
  return values
}

const commandFor = (method: string, path: string): string | null => {
  const parts = path.split("/")
  for (const template of templates) {
    if (template.method !== method) continue
    const values = valuesIn(parts, template.parts)
    if (values !== null) return [commandLine(template.name), ...values.map(shellQuote)].join(" ")
  }
  return null
}

/**
 * Replaces mentions of operations and requests with the equivalent commands. `separator` keeps the words of a command
 * together when the text is wrapped, so that it can be copied.
 */
export const renderCommands = (text: string, separator = " "): string => {
  const joinWords = (command: string) => command.replaceAll(" ", separator)
  return text
    .replaceAll(operationMention, (_, name: string, given: string) =>
      joinWords(
        [commandLine(name), ...[...given.matchAll(/=(\S+)/g)].map((match) => shellQuote(match[1]!))].join(" ")
      )
    )
    .replaceAll(requestMention, (matched, method: string, path: string) => {
      const command = commandFor(method, path)
      return command === null ? matched : joinWords(command)
    })
}

/**
 * The shape of a command follows from its operation. Path fields and required fields are arguments; all others are
 * flags of the same name. The fields of an object are flags, too.
 */

/** Handled by the CLI itself: `--execute` replaces `dry_run`. */
const omittedFields: ReadonlySet<string> = new Set(["org", "dry_run"])

const isArgument = ({ place, required }: FieldInfo): boolean => place === "path" || required

export const argumentFields = ({ fields }: OperationInfo): ReadonlyArray<FieldInfo> =>
  fields.filter((field) => isArgument(field) && !omittedFields.has(field.name))

/** Returns the fields that are flags, including those of objects. */
export const flagFields = ({ fields }: OperationInfo): ReadonlyArray<FieldInfo> =>
  fields
    .filter((field) => !isArgument(field) && !omittedFields.has(field.name))
    .flatMap((field) => (field.kind === "object" ? (field.fields ?? []) : [field]))

/** A long list of texts is read from a file. */
export const fileFlag = ({ name }: FieldInfo): string => `${kebab(name)}-file`

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

const positionalText = ({ kind, name }: FieldInfo, value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return []
  return kind === "json" ? [`${kebab(name)}.json`] : [value].flat().map((one) => shellQuote(String(one)))
}

const flagText = (name: string, kind: string, value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return []
  const flag = `--${kebab(name)}`
  if (kind === "boolean") return value === true ? [flag] : [`--no-${kebab(name)}`]
  if (kind === "json") return [`${flag} ${kebab(name)}.json`]
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
    ...argumentFields(operation).flatMap((field) => positionalText(field, values[field.name])),
    ...flagFields(operation).flatMap(({ kind, name }) => flagText(name, kind, values[name])),
    ...flagText("org", "text", input["org"]),
    ...flagText("profile", "text", profile)
  ].join(" ")
}
