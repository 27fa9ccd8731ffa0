import type { JsonSchema } from "../../packages/core/src/contract/index.ts"

/* What several generated pages share. */

export const generatedNotice = "<!-- Generated from the contract by `npm run docs`. Do not edit. -->"
export const code = (text: string) => `\`${text}\``
const row = (cells: ReadonlyArray<string>) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
export const table = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n")

export const acceptedValues = (schema: JsonSchema): string => {
  const items = schema["items"] as JsonSchema | undefined
  if (items !== undefined)
    return `list of ${schema["minItems"] ?? 0} to ${schema["maxItems"]}: ${acceptedValues(items)}`
  if (Array.isArray(schema["enum"])) return schema["enum"].map((word) => code(String(word))).join(", ")
  if (schema["minimum"] !== undefined)
    return `${schema["type"]}, ${schema["minimum"]} to ${schema["maximum"]}`
  if (schema["maxLength"] !== undefined) return `${schema["type"]}, at most ${schema["maxLength"]} characters`
  return String(schema["format"] ?? schema["type"] ?? "string")
}
