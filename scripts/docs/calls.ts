import { commandLineFor } from "../../packages/cli/src/api/command-line.ts"
import { groups, type Model } from "../../packages/client/scripts/generator/model.ts"
import { type OperationInfo, operations } from "../../packages/client/src/operations/index.ts"
import { exampleOf } from "./client.ts"

/* The calls of the API reference beside curl: the client's method and the command. */

type Input = Readonly<Record<string, unknown>>

const infos = new Map(operations.map((info): [string, OperationInfo] => [info.name, info]))

const models = new Map(
  [...groups.values()].flat().map((model): [string, Model] => [model.operation.name, model])
)

const modelOf = (name: string): Model => models.get(name)!

/** What a command reads from standard input: a list of objects, or a document. */
export const inputTextOf = ({ fields }: OperationInfo, input: Input): string | undefined =>
  fields.flatMap(({ kind, name }) =>
    input[name] === undefined
      ? []
      : kind === "json"
        ? [JSON.stringify(input[name])]
        : kind === "objects"
          ? (input[name] as ReadonlyArray<{ readonly content: string }>).map(({ content }) => content)
          : []
  )[0]

/** Renders an operation's example, or another input, as a command. What has no preview is executed. */
export const commandExample = (name: string, given?: Input): string => {
  const info = infos.get(name)!
  const { org: _, ...input } = given ?? (modelOf(name).operation.example.input as Input)
  const text = inputTextOf(info, input)
  const line = `${commandLineFor(info, input)}${info.kind === "write" ? " --execute" : ""}`
  if (text === undefined) return line
  return `echo '${text.replaceAll("'", `'\\''`)}' |\n  ${line.replace(/ [\w-]+\.(json|md)\b/, " -")}`
}

export const clientExample = (name: string): string => exampleOf(modelOf(name))

/** The module that the page at /docs/api reads. */
export const callsModule = (): string =>
  `// Generated from the contract by \`npm run docs\`. Do not edit.

/** The example of each operation with the typed client and with the command. */
export const calls: Readonly<Record<string, { readonly client: string; readonly command: string }>> = ${JSON.stringify(
    Object.fromEntries(
      operations.map(({ name }) => [name, { client: clientExample(name), command: commandExample(name) }])
    )
  )}
`
