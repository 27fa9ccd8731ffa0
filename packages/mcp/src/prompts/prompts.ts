import { NotFound, nearestOf, ValidationError } from "@adwarden/core/contract"
import { codes, type Id } from "../json-rpc.ts"
import { invalid, isObject, type Message, refused } from "../message.ts"
import { budgetMove } from "./budget-move.ts"
import { launchChecklist } from "./launch-checklist.ts"
import { type Prompt, problemOf } from "./prompt.ts"
import { wasteAudit } from "./waste-audit.ts"
import { weeklyReview } from "./weekly-review.ts"

export const prompts: ReadonlyMap<string, Prompt> = new Map(
  [wasteAudit, weeklyReview, launchChecklist, budgetMove].map((one) => [one.name, one])
)

/** The answer to prompts/list; it does not change while we run. */
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

/** The prompt of that name, or the refusal that names the nearest. */
export const promptNamed = (
  name: unknown,
  path: string,
  id: Id,
  method: "prompts/get" | "completion/complete"
): Prompt | Message => {
  if (typeof name !== "string") return invalid(path, "must be a string", codes.invalidParams, id, method)
  const found = prompts.get(name)
  if (found !== undefined) return found
  const meant = nearestOf(name, prompts.keys())
  const next = `${meant === null ? "" : `Did you mean ${meant}? `}List the prompts with prompts/list.`
  const what = `The prompt ${JSON.stringify(name.slice(0, 100).toWellFormed())}`
  return refused(codes.invalidParams, new NotFound({ what, next }), id, method)
}

const problemsOf = ({ arguments: args }: Prompt, given: Readonly<Record<string, unknown>>) => {
  const unknown = Object.keys(given).flatMap((name) => {
    if (args.has(name)) return []
    const meant = nearestOf(name, args.keys())
    return [{ path: name, message: `is not taken here${meant === null ? "" : `; did you mean ${meant}?`}` }]
  })
  const wrong = [...args].flatMap(([path, { holds, required }]) => {
    const value = Object.hasOwn(given, path) ? given[path] : undefined
    if (value === undefined || value === "") {
      return required === true ? [{ path, message: "is required" }] : []
    }
    const message = typeof value === "string" ? problemOf(holds, value) : "must be a text"
    return message === null ? [] : [{ path, message }]
  })
  return [...unknown, ...wrong]
}

/** Empty is left out: clients that ask for every argument send those that nobody filled in. */
const filled = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""
    )
  )

/** A request for a prompt: what the person says by it, with the arguments in their places. */
export const promptOf = (id: Id, params: unknown): Message => {
  const method = "prompts/get"
  const { arguments: given = {}, name } = isObject(params) ? params : {}
  const found = promptNamed(name, "params.name", id, method)
  if ("kind" in found) return found
  if (!isObject(given))
    return invalid("params.arguments", "must be an object", codes.invalidParams, id, method)
  const fields = problemsOf(found, given)
  if (fields.length > 0) return refused(codes.invalidParams, new ValidationError({ fields }), id, method)
  const content = { type: "text", text: found.text(filled(given)) }
  const result = { description: found.description, messages: [{ role: "user", content }] }
  return { kind: "known", id, method, result: JSON.stringify(result) }
}
