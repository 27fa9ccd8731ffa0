import type { Answer } from "@adwarden/core"
import { detectors, type OperationName, operationByName } from "@adwarden/core/contract"
import { codes, type Id } from "../json-rpc.ts"
import { invalid, isObject, type Json, type Message, type Suggestion } from "../message.ts"
import type { Holds } from "./prompt.ts"
import { promptNamed } from "./prompts.ts"

const method = "completion/complete"

/** As many as the protocol lets an answer hold, and as a page of a list does. */
const most = 100

/** Those that begin with what was typed, then those that have it inside. */
const matching = (typed: string, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = typed.toLowerCase()
  const begin = known.filter((one) => one.startsWith(wanted))
  return [...begin, ...known.filter((one) => !one.startsWith(wanted) && one.includes(wanted))]
}

const completionJson = (typed: string, known: ReadonlyArray<string>, thereIsMore = false): string => {
  const values = matching(typed, known)
  const completion = {
    values: values.slice(0, most),
    ...(thereIsMore ? {} : { total: values.length }),
    hasMore: thereIsMore || values.length > most
  }
  return JSON.stringify({ completion })
}

/** Which list a value is of, and where the rows are in its answer. */
const lists: { readonly [H in Holds]?: readonly [OperationName, rows: string] } = {
  organization: ["organizations.list", "organizations"],
  campaign: ["campaigns.list", "campaigns"]
}

const slugsIn = (output: unknown, rows: string): ReadonlyArray<string> =>
  (output as Readonly<Record<string, ReadonlyArray<{ readonly slug: string }>>>)[rows]!.map(
    ({ slug }) => slug
  )

/**
 * Suggestions are what the caller would find by listing, so that is what is done: the same operation, through the same
 * door, with the same say of scopes and roles. What they may not list, nothing is suggested of.
 */
const suggestion = (id: Id, holds: Holds, typed: string, org: unknown): Message => {
  const list = lists[holds]
  if (list === undefined) {
    return { kind: "known", id, method, result: completionJson(typed, holds === "detector" ? detectors : []) }
  }
  const [name, rows] = list
  const operation = operationByName.get(name)!
  const values = operation.organization === "named" ? { limit: most, org } : {}
  return {
    kind: "suggestion",
    id,
    operation,
    input: { values, unreadable: null },
    suggest: (output) => {
      const thereIsMore = (output as { readonly next_cursor: string | null }).next_cursor !== null
      return completionJson(typed, slugsIn(output, rows), thereIsMore)
    }
  }
}

/** What may not be listed, or is not there, has no suggestions; whoever types it is told why when they send it. */
export const suggestionJson = ({ suggest }: Suggestion, { error, output }: Answer): string =>
  error === null ? suggest(output) : completionJson("", [])

/** The organization that was chosen before; without one, an API key's own. */
const chosenOrganization = (context: unknown): unknown => {
  const chosen = isObject(context) ? context["arguments"] : undefined
  const org = isObject(chosen) ? chosen["org"] : undefined
  return org === undefined || org === "" ? "_" : org
}

/** A request to complete an argument of a prompt. */
export const completionOf = (id: Id, params: unknown): Message => {
  const { argument, context, ref }: Json = isObject(params) ? params : {}
  const wrong = (path: string, message: string) => invalid(path, message, codes.invalidParams, id, method)
  if (!isObject(ref) || ref["type"] !== "ref/prompt") {
    return wrong("params.ref", "must name a prompt: nothing else here has arguments to complete")
  }
  const found = promptNamed(ref["name"], "params.ref.name", id, method)
  if ("kind" in found) return found
  const { name, value } = isObject(argument) ? argument : {}
  if (typeof name !== "string" || typeof value !== "string") {
    return wrong("params.argument", "must have a name and a value, both strings")
  }
  const declared = found.arguments.get(name)
  if (declared === undefined) {
    return wrong("params.argument.name", `must be one of ${[...found.arguments.keys()].join(", ")}`)
  }
  return suggestion(id, declared.holds, value, chosenOrganization(context))
}
