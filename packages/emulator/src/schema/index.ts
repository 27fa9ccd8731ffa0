import { protoEnums, protoMessages } from "./protos.generated.ts"

type Behaviour = "immutable" | "output" | "required" | "plain"

export interface Field {
  readonly snake: string
  readonly camel: string
  /** A scalar's proto name, "enum", "message", "mask" (FieldMask) or "any". */
  readonly type: string
  /** The name of the enum or message, for those two types. */
  readonly of: string
  readonly repeated: boolean
  readonly optional: boolean
  readonly behaviour: Behaviour
}

export interface Message {
  readonly name: string
  readonly fields: ReadonlyMap<string, Field>
  /** By both spellings: proto JSON accepts lowerCamelCase and the original name. */
  readonly byJsonName: ReadonlyMap<string, Field>
  readonly oneofs: readonly (readonly string[])[]
}

export const camelCase = (snake: string): string =>
  snake.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

export const snakeCase = (camel: string): string =>
  camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const behaviours: Readonly<Record<string, Behaviour>> = { I: "immutable", O: "output", R: "required" }

const parseField = (snake: string, text: string): Field => {
  const match = /^(\[\])?(?:(E|M):)?([^!?]+)(?:!(\w))?(\?)?$/.exec(text)
  if (!match) throw new Error(`cannot parse the field ${snake}: ${text}`)
  const [, repeated, shape, name, behaviour, optional] = match
  return {
    snake,
    camel: camelCase(snake),
    type: shape === "E" ? "enum" : shape === "M" ? "message" : name!,
    of: shape ? name! : "",
    repeated: repeated !== undefined,
    optional: optional !== undefined,
    behaviour: behaviours[behaviour ?? ""] ?? "plain"
  }
}

const parsed = new Map<string, Message>()

/** Returns a message by its name without the version prefix, such as `resources.Campaign`. */
export const messageNamed = (name: string): Message => {
  const cached = parsed.get(name)
  if (cached) return cached
  const proto = protoMessages[name]
  if (!proto) throw new Error(`no message ${name}`)
  const fields = new Map(
    Object.entries(proto.fields).map(([snake, text]) => [snake, parseField(snake, text)])
  )
  const byJsonName = new Map(
    [...fields.values()].flatMap((field) => [
      [field.snake, field],
      [field.camel, field]
    ])
  )
  const message = { name, fields, byJsonName, oneofs: proto.oneofs ?? [] }
  parsed.set(name, message)
  return message
}

export const enumNamed = (name: string): Readonly<Record<string, number>> => {
  const values = protoEnums[name]
  if (!values) throw new Error(`no enum ${name}`)
  return values
}

/** Returns the field at a path such as `maximize_conversions.target_cpa_micros`. */
export const fieldAt = (message: Message, path: readonly string[]): Field | undefined => {
  let scope = message
  for (const [index, part] of path.entries()) {
    const field = scope.fields.get(part)
    if (!field || index === path.length - 1) return field
    if (field.type !== "message" || field.repeated) return undefined
    scope = messageNamed(field.of)
  }
  return undefined
}
