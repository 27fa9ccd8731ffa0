import type { PipelineResponse } from "@adwarden/core"
import { detectors, type OperationName, operationByName } from "@adwarden/core/contract"
import {
  type CompletionRequest,
  type Id,
  invalidMessage,
  isObject,
  type Json,
  jsonRpcErrorCodes,
  type Message
} from "../message.ts"
import { type ArgumentKind, findPrompt } from "./prompts.ts"

const method = "completion/complete"

/** The protocol's limit for one response, which is also the largest page of a list. */
const maxValues = 100

/** Values that start with the prefix come first, then values that contain it. */
const matching = (prefix: string, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lowerCased = prefix.toLowerCase()
  const startingWith = known.filter((one) => one.startsWith(lowerCased))
  return [...startingWith, ...known.filter((one) => !one.startsWith(lowerCased) && one.includes(lowerCased))]
}

const completionJson = (prefix: string, known: ReadonlyArray<string>, hasMore = false): string => {
  const values = matching(prefix, known)
  const completion = {
    values: values.slice(0, maxValues),
    ...(hasMore ? {} : { total: values.length }),
    hasMore: hasMore || values.length > maxValues
  }
  return JSON.stringify({ completion })
}

/** The list operation for each kind of argument, and the field of its output that contains the rows. */
const listOperations: { readonly [H in ArgumentKind]?: readonly [OperationName, rows: string] } = {
  organization: ["organizations.list", "organizations"],
  campaign: ["campaigns.list", "campaigns"]
}

const slugsIn = (output: unknown, rows: string): ReadonlyArray<string> =>
  (output as Readonly<Record<string, ReadonlyArray<{ readonly slug: string }>>>)[rows]!.map(
    ({ slug }) => slug
  )

/**
 * Suggestions are what the caller would find by listing. Therefore the same operation runs through the same pipeline
 * with the same scopes and roles. A caller who cannot list gets no suggestions.
 */
const completionRequest = (id: Id, kind: ArgumentKind, prefix: string, org: unknown): Message => {
  const list = listOperations[kind]
  if (list === undefined) {
    return { kind: "known", id, method, result: completionJson(prefix, kind === "detector" ? detectors : []) }
  }
  const [name, rows] = list
  const operation = operationByName.get(name)!
  const values = operation.organization === "named" ? { limit: maxValues, org } : {}
  return {
    kind: "suggestion",
    id,
    operation,
    input: { values, unreadable: null },
    toResult: (output) => {
      const hasMore = (output as { readonly next_cursor: string | null }).next_cursor !== null
      return completionJson(prefix, slugsIn(output, rows), hasMore)
    }
  }
}

/** A failed listing gives no suggestions. The caller learns the reason when they send the value. */
export const completionResultJson = (
  { toResult }: CompletionRequest,
  { error, output }: PipelineResponse
): string => (error === null ? toResult(output) : completionJson("", []))

/** The organization that was chosen before; without one, an API key's own. */
const chosenOrganization = (context: unknown): unknown => {
  const chosen = isObject(context) ? context["arguments"] : undefined
  const org = isObject(chosen) ? chosen["org"] : undefined
  return org === undefined || org === "" ? "_" : org
}

/** Reads a request to complete an argument of a prompt. */
export const completionMessage = (id: Id, params: unknown): Message => {
  const { argument, context, ref }: Json = isObject(params) ? params : {}
  const invalidArgument = (path: string, message: string) =>
    invalidMessage(path, message, jsonRpcErrorCodes.invalidParams, id, method)
  if (!isObject(ref) || ref["type"] !== "ref/prompt") {
    return invalidArgument("params.ref", "must name a prompt: only prompts have arguments to complete")
  }
  const found = findPrompt(ref["name"], "params.ref.name", id, method)
  if ("kind" in found) return found
  const { name, value } = isObject(argument) ? argument : {}
  if (typeof name !== "string" || typeof value !== "string") {
    return invalidArgument("params.argument", "must have a name and a value, both strings")
  }
  const declared = found.arguments.get(name)
  if (declared === undefined) {
    return invalidArgument("params.argument.name", `must be one of ${[...found.arguments.keys()].join(", ")}`)
  }
  return completionRequest(id, declared.kind, value, chosenOrganization(context))
}
