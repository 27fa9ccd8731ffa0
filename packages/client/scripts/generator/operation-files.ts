import { inputFields, inputJsonSchema, type JsonSchema } from "@adwarden/core/contract"
import { groups, type Model } from "./model.ts"
import { camel, generatedNotice, kebab } from "./names.ts"
import type { Files } from "./types-files.ts"

/** A document is the content of a file; other objects are written as JSON. */
const kindOfItems = (items: JsonSchema): string => {
  if (items["type"] === "string") return "texts"
  return Object.hasOwn((items["properties"] ?? {}) as object, "content") ? "objects" : "json"
}

/** Maps a JSON schema to the few kinds that a command line or a form needs. */
const kindOf = (schema: JsonSchema): string => {
  const items = schema["items"] as JsonSchema | undefined
  if (items !== undefined) return kindOfItems(items)
  if (schema["type"] === "string" || schema["anyOf"] !== undefined) return "text"
  return String(schema["type"])
}

const definedOnly = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))

const fieldOf = (name: string, place: string, required: boolean, schema: JsonSchema): object =>
  definedOnly({
    name,
    place,
    required,
    kind: kindOf(schema),
    description: schema["description"] ?? "",
    words: schema["enum"],
    default: schema["default"],
    least: schema["minimum"] ?? schema["minItems"],
    most: schema["maximum"] ?? schema["maxItems"],
    longest: schema["maxLength"] ?? (schema["items"] as JsonSchema | undefined)?.["maxLength"],
    format: schema["format"],
    fields:
      kindOf(schema) === "object"
        ? Object.entries(schema["properties"] as Readonly<Record<string, JsonSchema>>).map(([inner, of]) =>
            fieldOf(inner, place, ((schema["required"] ?? []) as ReadonlyArray<string>).includes(inner), of)
          )
        : undefined
  })

const infoOf = (model: Model) => {
  const { operation } = model
  const { properties = {} } = inputJsonSchema(operation) as {
    readonly properties?: Record<string, JsonSchema>
  }
  return {
    name: operation.name,
    group: camel(model.group),
    method: model.method,
    kind: model.kind,
    summary: operation.summary,
    description: operation.description,
    http: { method: operation.method, path: operation.path },
    scope: operation.scope,
    role: operation.role,
    held: operation.held,
    undo: operation.undo,
    task: "task_tracking_id" in ((model.answer["properties"] ?? {}) as object),
    rows: model.rows?.field ?? null,
    formats: operation.media === null ? [] : ["json", ...Object.keys(operation.media.forms)],
    fields: [...inputFields(operation).values()].map(({ name, location, required }) =>
      fieldOf(name, location, required, properties[name] ?? {})
    ),
    errors: model.errors,
    example: operation.example.input
  }
}

/** Renders the table of operations as data, for programs that generate commands or forms. */
export const operationFiles = (): Files =>
  new Map([
    ...[...groups].map(
      ([group, models]) =>
        [
          `operations/${kebab(group)}.ts`,
          `${generatedNotice}import type { OperationInfo } from "../../operations/operation-info.ts"

export const ${camel(group)}: ReadonlyArray<OperationInfo> = ${JSON.stringify(models.map(infoOf))}
`
        ] as const
    ),
    [
      "operations.ts",
      `${generatedNotice}${[...groups.keys()].map((group) => `import { ${camel(group)} } from "./operations/${kebab(group)}.ts"\n`).join("")}
import type { OperationInfo } from "../operations/operation-info.ts"

/** All operations, in the order of the reference. */
export const operations: ReadonlyArray<OperationInfo> = [${[...groups.keys()].map((group) => `...${camel(group)}`).join(", ")}]
`
    ]
  ])
