import type { FieldInfo, OperationInfo } from "@adwarden/client/operations"
import {
  argumentFields,
  commandLineFor,
  commandWords,
  fileFlag,
  flagFields,
  kebab,
  renderCommands
} from "../../src/api/command-line.ts"
import type { ArgumentInfo, CommandInfo, FlagInfo } from "../../src/command-info.ts"
import { addressFlag, profileFlag } from "../../src/local-commands.ts"

const argumentOf = ({ description, kind, name, required, words }: FieldInfo): ArgumentInfo => ({
  name: kebab(name),
  description:
    kind === "json"
      ? `${renderCommands(description)}: a file with a JSON list; - reads standard input`
      : renderCommands(description),
  required,
  many: kind === "texts",
  ...(words === undefined ? {} : { words })
})

const range = ({ least, most }: FieldInfo): string => {
  const formatNumber = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 })
  // A limit that only rejects nonsense is not worth showing.
  if (most === undefined || most > 1_000_000) return ""
  return least === undefined
    ? ` (at most ${formatNumber(most)})`
    : ` (${formatNumber(least)} to ${formatNumber(most)})`
}

const placeholders: Record<FieldInfo["kind"], string | null> = {
  text: "text",
  number: "number",
  integer: "number",
  boolean: null,
  texts: "text",
  objects: "file",
  json: "file",
  object: null
}

const flagsOfField = (field: FieldInfo, method: string): ReadonlyArray<FlagInfo> => {
  const { default: defaultValue, format, kind, name, words } = field
  const isList = kind === "texts" || kind === "objects" || kind === "json"
  const descriptionText = renderCommands(field.description) + (isList ? "" : range(field))
  const flag: FlagInfo = {
    name: kebab(name),
    value: format === "date" ? "date" : format === "uri" ? "address" : placeholders[kind],
    description:
      kind === "objects"
        ? `${descriptionText}: a file, up to ${field.most} of them; - reads standard input`
        : kind === "json"
          ? `${descriptionText}: a file with a JSON list; - reads standard input`
          : descriptionText,
    ...(isList ? { repeated: true } : {}),
    ...(words === undefined ? {} : { words }),
    ...(defaultValue === undefined || kind === "boolean" ? {} : { default: defaultValue })
  }
  // Where fields are changed, off is a value of its own and no default.
  if (kind === "boolean" && method === "PATCH")
    return [flag, { ...flag, name: `no-${flag.name}`, description: `The opposite of --${flag.name}` }]
  // A flag that is on by default has a flag that turns it off.
  return kind === "boolean" && defaultValue === true
    ? [
        {
          ...flag,
          name: `no-${flag.name}`,
          description: `Do not: ${descriptionText.charAt(0).toLowerCase()}${descriptionText.slice(1)}`
        }
      ]
    : [flag]
}

const fileFlags = (operation: OperationInfo): ReadonlyArray<FlagInfo> =>
  argumentFields(operation)
    .filter(({ kind }) => kind === "texts")
    .map((field) => ({
      name: fileFlag(field),
      value: "file",
      description: `${renderCommands(field.description)}, one in each line of a file; - reads standard input`
    }))

const executeFlag: Record<"guarded" | "write", string> = {
  guarded: "Execute without confirmation; without it and without a terminal, only the preview is shown",
  write: "Execute without confirmation; without it and without a terminal, nothing is executed"
}

/** Returns whether a call can leave something to wait for: a background task or an approval. */
const canWait = ({ group, held, task }: OperationInfo): boolean => task || held || group === "queuedWrites"

const operationFlags = (operation: OperationInfo): ReadonlyArray<FlagInfo> => {
  const { kind } = operation
  const flag = (name: string, description: string): FlagInfo => ({ name, value: null, description })
  return [
    ...(kind === "list" ? [flag("all", "Every page instead of one")] : []),
    ...(kind === "guarded" || kind === "write" ? [flag("execute", executeFlag[kind])] : []),
    ...(canWait(operation) ? [flag("wait", "Wait until it has ended, and show its progress")] : [])
  ]
}

/** How a write behaves in a terminal. */
const callingNotes: Partial<Record<OperationInfo["kind"], string>> = {
  guarded: "Shows a preview and asks for confirmation.",
  write: "Asks for confirmation; there is no preview."
}

/** The contract's own sentence, which mentions dry_run. */
const callingInContract = /^(Previews unless dry_run is false\.|Executes at once\.) /

/** Not needed here: a page ends with the command for the next one. */
const cursorInContract = /[;,]? next_cursor sent as cursor gives more/

/** Renders the contract's example as a command line, in the credential's organization. */
const exampleOf = (operation: OperationInfo): string => {
  const { org: _, ...input } = operation.example as Readonly<Record<string, unknown>>
  return commandLineFor(operation, input)
}

/** Returns the command of an operation. */
export const commandOf = (operation: OperationInfo): CommandInfo => {
  const description = renderCommands(
    operation.description.replace(callingInContract, "").replace(cursorInContract, "")
  )
  return {
    words: commandWords(operation.name),
    where: "api",
    summary: operation.summary,
    description: [callingNotes[operation.kind], description].filter((text) => text !== undefined).join(" "),
    arguments: argumentFields(operation).map(argumentOf),
    flags: [
      ...flagFields(operation).flatMap((field) => flagsOfField(field, operation.http.method)),
      ...fileFlags(operation),
      ...operationFlags(operation),
      ...commonFlags(operation)
    ],
    examples: [exampleOf(operation)]
  }
}

const orgFlag: FlagInfo = {
  name: "org",
  value: "slug",
  description:
    "The organization to act in; default: ADWARDEN_ORG, the profile's, an API key's own, or the only one"
}

/** The flags of every call. */
const commonFlags = ({ fields }: OperationInfo): ReadonlyArray<FlagInfo> => [
  ...(fields.some(({ name }) => name === "org") ? [orgFlag] : []),
  profileFlag,
  addressFlag,
  { name: "json", value: null, description: "The output as JSON, alone on standard output" }
]
