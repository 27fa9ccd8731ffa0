import type { RawInput } from "@adwarden/core"
import {
  type AnyOperation,
  type FieldLocation,
  type FieldProblem,
  inputFields,
  type ServiceError,
  ValidationError,
  valueFromText
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { readJsonBody } from "./body.ts"

/** Gathers an operation's flat input from the locations that the contract declares. Only a body is waited for. */
export const gatherInput = (
  operation: AnyOperation,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
  query: URLSearchParams
): Effect.Effect<RawInput> => {
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

  const gathered = (unreadable: ServiceError | null): RawInput => ({
    values: Object.fromEntries(values),
    unreadable: unreadable ?? (problems.length > 0 ? new ValidationError({ fields: problems }) : null)
  })
  if (operation.method === "GET") return Effect.succeed(gathered(null))
  return Effect.map(
    Effect.promise(() => readJsonBody(request, operation.maxBodyBytes)),
    (body) => {
      if ("unreadable" in body) return gathered(body.unreadable)
      for (const [name, value] of Object.entries(body.values)) put("body", name, value)
      return gathered(null)
    }
  )
}
