import { type JsonSchema, rewrite } from "@adwarden/core/contract"
import { inputDoc, outputDoc } from "./docs.ts"

/** Requests accept exactly the listed enum values. Responses can contain new ones (see the versioning rules). */
export type Direction = "request" | "answer"

export interface Naming {
  /** Returns the schema's name in the contract, or undefined. The caller must import the name. */
  readonly nameOf: (schema: JsonSchema) => string | undefined
  readonly use: (name: string) => void
}

/** A key that is equal for schemas of the same type, whatever their descriptions. */
export const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(
    rewrite(schema, (keyword) => !["description", "default", "message"].includes(keyword)),
    (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value
  )

const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name))

/** Renders the members of an object with their doc comments. */
export const membersOf = (
  schema: JsonSchema,
  direction: Direction,
  naming: Naming,
  modifier: "readonly" | "declare readonly" = "readonly"
): string => {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema["required"] ?? []) as ReadonlyArray<string>
  const members = Object.entries(properties).map(([name, of]) => {
    const docs = direction === "request" ? inputDoc(of) : outputDoc(of)
    const type = typeOf(of, direction, naming)
    // The name contains the value of an option.
    if (name.includes("{"))
      return `${docs}${modifier} [name: \`${name.replace(/\{\w+\}/, "\u0024{number}")}\`]: ${type}`
    if (required.includes(name)) return `${docs}${modifier} ${key(name)}: ${type}`
    return `${docs}${modifier} ${key(name)}?: ${type}${direction === "request" ? " | undefined" : ""}`
  })
  const others = schema["additionalProperties"]
  const rest =
    typeof others === "object" && others !== null
      ? [`readonly [name: string]: ${typeOf(others as JsonSchema, direction, naming)}`]
      : []
  return [...members, ...rest].join("\n")
}

const unionOf = (members: ReadonlyArray<JsonSchema>, direction: Direction, naming: Naming): string => {
  const types = members.map((member) => typeOf(member, direction, naming))
  const flat = types.flatMap((type) => (/[<{]/.test(type) ? [type] : type.split(" | ")))
  return [...new Set(flat)].join(" | ")
}

/** Renders the TypeScript type of a schema in its wire form. */
export const typeOf = (schema: JsonSchema, direction: Direction, naming: Naming): string => {
  const words = schema["enum"] as ReadonlyArray<unknown> | undefined
  const name = naming.nameOf(schema)
  if (name !== undefined) {
    naming.use(name)
    if (words === undefined || direction === "request") return name
    naming.use("Open")
    return `Open<${name}>`
  }
  if (words !== undefined) {
    const union = words.map((word) => JSON.stringify(word)).join(" | ")
    if (direction === "request" || words.some((word) => typeof word !== "string")) return union
    naming.use("Open")
    return `Open<${union}>`
  }
  if (schema["anyOf"] !== undefined)
    return unionOf(schema["anyOf"] as ReadonlyArray<JsonSchema>, direction, naming)
  switch (schema["type"]) {
    case "array":
      return `ReadonlyArray<${typeOf((schema["items"] ?? {}) as JsonSchema, direction, naming)}>`
    case "object": {
      const members = membersOf(schema, direction, naming)
      if (members === "") return "object"
      return members.includes("/**") ? `{\n${members}\n}` : `{ ${members} }`
    }
    case "integer":
      return "number"
    case "string":
    case "number":
    case "boolean":
    case "null":
      return String(schema["type"])
    default:
      return "unknown"
  }
}
