import type { RawInput } from "@adwarden/core"
import {
  type AnyOperation,
  type FieldProblem,
  inputFields,
  type Place,
  ValidationError,
  valueFromText
} from "@adwarden/core/contract"
import { readJsonBody } from "./body.ts"

/** Gathers an operation's flat input from where the contract says each field travels. */
export const gatherInput = async (
  operation: AnyOperation,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
  query: URLSearchParams
): Promise<RawInput> => {
  const fields = inputFields(operation)
  const values: Record<string, unknown> = {}
  const problems: Array<FieldProblem> = []

  const put = (place: Place, name: string, value: unknown) => {
    const field = Object.hasOwn(values, name) ? undefined : fields.get(name)
    if (field?.place === place)
      values[name] = typeof value === "string" && place !== "body" ? valueFromText(field, value) : value
    else if (fields.get(name)?.place === place)
      problems.push({ path: name, message: "is sent more than once" })
    else problems.push({ path: name, message: `is not a ${place} parameter of ${operation.name}` })
  }

  for (const [name, text] of Object.entries(pathValues)) put("path", name, text)
  for (const field of fields.values()) {
    const text = field.place === "header" ? request.headers.get(field.wireName) : null
    if (text !== null) put("header", field.name, text)
  }
  for (const [name, text] of query) put("query", name, text)

  if (operation.method !== "GET") {
    const body = await readJsonBody(request, operation.maxBodyBytes)
    if ("unreadable" in body) return { values, unreadable: body.unreadable }
    for (const [name, value] of Object.entries(body.values)) put("body", name, value)
  }
  return { values, unreadable: problems.length > 0 ? new ValidationError({ fields: problems }) : null }
}
