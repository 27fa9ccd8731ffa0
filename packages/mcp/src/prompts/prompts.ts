import { NotFound, nearestName, ValidationError } from "@adwarden/core/contract"
import { type Id, jsonRpcErrorCodes } from "../json-rpc.ts"
import { invalidMessage, isObject, type Message, rejected } from "../message.ts"
import { budgetMove } from "./budget-move.ts"
import { launchChecklist } from "./launch-checklist.ts"
import { type Prompt, problemOf } from "./prompt.ts"
import { wasteAudit } from "./waste-audit.ts"
import { weeklyReview } from "./weekly-review.ts"

export const prompts: ReadonlyMap<string, Prompt> = new Map(
  [wasteAudit, weeklyReview, launchChecklist, budgetMove].map((one) => [one.name, one])
)

/** The response to prompts/list. It does not change while the process runs. */
export const promptListJson: string = JSON.stringify({
  prompts: [...prompts.values()].map(({ arguments: args, description, name, title }) => ({
    name,
    title,
    description,
    arguments: [...args].map(([argument, { description, required = false }]) => ({
      name: argument,
      description,
      required
    }))
  }))
})

/** Returns the prompt of that name, or an error that names the nearest. */
export const findPrompt = (
  name: unknown,
  path: string,
  id: Id,
  method: "prompts/get" | "completion/complete"
): Prompt | Message => {
  if (typeof name !== "string")
    return invalidMessage(path, "must be a string", jsonRpcErrorCodes.invalidParams, id, method)
  const found = prompts.get(name)
  if (found !== undefined) return found
  const nearest = nearestName(name, prompts.keys())
  const next = `${nearest === null ? "" : `Did you mean ${nearest}? `}List the prompts with prompts/list.`
  const what = `The prompt ${JSON.stringify(name.slice(0, 100).toWellFormed())}`
  return rejected(jsonRpcErrorCodes.invalidParams, new NotFound({ what, next }), id, method)
}

const argumentProblems = ({ arguments: args }: Prompt, values: Readonly<Record<string, unknown>>) => {
  const unknown = Object.keys(values).flatMap((name) => {
    if (args.has(name)) return []
    const nearest = nearestName(name, args.keys())
    return [{ path: name, message: `is unknown${nearest === null ? "" : `; did you mean ${nearest}?`}` }]
  })
  const invalidValues = [...args].flatMap(([path, { kind, required }]) => {
    const value = Object.hasOwn(values, path) ? values[path] : undefined
    if (value === undefined || value === "") {
      return required === true ? [{ path, message: "is required" }] : []
    }
    const message = typeof value === "string" ? problemOf(kind, value) : "must be a text"
    return message === null ? [] : [{ path, message }]
  })
  return [...unknown, ...invalidValues]
}

/** Omits empty arguments: clients that show every argument send those that were not filled in. */
const withoutEmpty = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""
    )
  )

/** Reads a request for a prompt, and renders its text with the arguments. */
export const promptMessage = (id: Id, params: unknown): Message => {
  const method = "prompts/get"
  const { arguments: values = {}, name } = isObject(params) ? params : {}
  const found = findPrompt(name, "params.name", id, method)
  if ("kind" in found) return found
  if (!isObject(values))
    return invalidMessage(
      "params.arguments",
      "must be an object",
      jsonRpcErrorCodes.invalidParams,
      id,
      method
    )
  const fields = argumentProblems(found, values)
  if (fields.length > 0)
    return rejected(jsonRpcErrorCodes.invalidParams, new ValidationError({ fields }), id, method)
  const content = { type: "text", text: found.text(withoutEmpty(values)) }
  const result = { description: found.description, messages: [{ role: "user", content }] }
  return { kind: "known", id, method, result: JSON.stringify(result) }
}
