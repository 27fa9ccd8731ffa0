import { enumNamed, type Field, type Message, messageNamed, snakeCase } from "../schema/index.ts"
import { BadPayload } from "./errors.ts"
import { type Body, isObject, type Json } from "./json.ts"

type Violation = BadPayload["violations"][number]

/**
 * Decodes proto3 JSON to its canonical form: camelCase keys, int64 as strings, enums as names, masks in
 * snake_case.
 */
export const decodeMessage = (name: string, json: unknown): Body => {
  const violations: Violation[] = []
  const body = decodeFields(messageNamed(name), json, "", violations)
  if (violations.length > 0) throw new BadPayload(violations)
  return body
}

const decodeFields = (message: Message, json: unknown, path: string, violations: Violation[]): Body => {
  const body: Body = {}
  if (!isObject(json)) {
    violations.push(invalid(path, message.name, json))
    return body
  }
  for (const [key, value] of Object.entries(json)) {
    const field = message.byJsonName.get(key)
    const where = path === "" ? key : `${path}.${key}`
    if (!field) {
      const place = path === "" ? "" : ` at '${path}'`
      const description = `Invalid JSON payload received. Unknown name "${key}"${place}: Cannot find field.`
      violations.push({ field: path, description })
    } else if (value !== null) body[field.camel] = decodeField(field, value, where, violations)
  }
  for (const group of message.oneofs) {
    const set = group.filter((snake) => body[message.fields.get(snake)!.camel] !== undefined)
    if (set.length > 1) {
      const description = `Invalid value at '${path}' (oneof), oneof field is already set. Cannot set '${set[1]}'`
      violations.push({ field: path, description })
    }
  }
  return body
}

const decodeField = (field: Field, value: Json, path: string, violations: Violation[]): Json => {
  if (!field.repeated) return decodeValue(field, value, path, violations)
  if (!Array.isArray(value)) {
    violations.push(invalid(path, "list", value))
    return []
  }
  return value.map((item, index) => decodeValue(field, item, `${path}[${index}]`, violations))
}

const decodeValue = (field: Field, value: Json, path: string, violations: Violation[]): Json => {
  if (field.type === "message") {
    return decodeFields(messageNamed(field.of), value, path, violations) as Json
  }
  const decoded = field.type === "enum" ? decodeEnum(field.of, value) : decodeScalar(field.type, value)
  if (decoded === undefined) {
    violations.push(
      invalid(path, field.type === "enum" ? field.of : `TYPE_${field.type.toUpperCase()}`, value)
    )
    return null
  }
  return decoded
}

const decodeEnum = (name: string, value: Json): Json | undefined => {
  const values = enumNamed(name)
  if (typeof value === "string") return value in values ? value : undefined
  return Object.keys(values).find((key) => values[key] === value)
}

const decodeScalar = (type: string, value: Json): Json | undefined => {
  switch (type) {
    case "string":
    case "bytes":
      return typeof value === "string" ? value : undefined
    case "bool":
      return typeof value === "boolean" ? value : undefined
    case "int64":
    case "uint64":
      return /^-?\d+$/.test(String(value)) ? BigInt(String(value)).toString() : undefined
    case "int32":
    case "uint32":
      return Number.isInteger(Number(value)) ? Number(value) : undefined
    case "float":
    case "double":
      return Number.isFinite(Number(value)) && value !== "" ? Number(value) : undefined
    case "mask":
      return typeof value === "string" ? value.split(",").filter(Boolean).map(snakeCase).join(",") : undefined
    default:
      return value
  }
}

const invalid = (path: string, type: string, value: unknown): Violation => ({
  field: path,
  description: `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}`
})
