import type { RawInput } from "@adwarden/core"
import {
  type AnyOperation,
  type FieldLocation,
  type FieldProblem,
  inputFields,
  ValidationError,
  valueFromText
} from "@adwarden/core/contract"
import { readJsonBody } from "./body.ts"

/** Gathers an operation's flat input from the locations that the contract declares. */
export const gatherInput = async (
  operation: AnyOperation,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
  query: URLSearchParams
): Promise<RawInput> => {
  const fields = inputFields(operation)
  const values = new Map<string, unknown>()
  const problems: Array<FieldProblem> = []

  // An unknown field goes on to the decoder, which reports it the same way on every surface.
  const put = (place: FieldLocation, name: string, value: unknown) => {
    const field = fields.get(name)
    if (field !== undefined && field.location !== place) {
      problems.push({ path: name, message: `belongs in the ${field.location}, not in the ${place}` })
    } else if (values.has(name)) problems.push({ path: name, message: "is sent more than once" })
    else
      values.set(
        name,
        field !== undefined && typeof value === "string" && place !== "body"
          ? valueFromText(field, value)
          : value
      )
  }

  for (const [name, text] of Object.entries(pathValues)) put("path", name, text)
  for (const field of fields.values()) {
    const text = field.location === "header" ? request.headers.get(field.wireName) : null
    if (text !== null) put("header", field.name, text)
  }
  for (const [name, text] of query) put("query", name, text)

  if (operation.method !== "GET") {
    const body = await readJsonBody(request, operation.maxBodyBytes)
    if ("unreadable" in body) return { values: Object.fromEntries(values), unreadable: body.unreadable }
    for (const [name, value] of Object.entries(body.values)) put("body", name, value)
  }
  const unreadable = problems.length > 0 ? new ValidationError({ fields: problems }) : null
  return { values: Object.fromEntries(values), unreadable }
}
