import {
  maxProblems,
  NotFound,
  PayloadTooLarge,
  problemsOfRawInput,
  ValidationError
} from "@adwarden/core/contract"
import { hasJsonContentType, maxJsonDepth, parseJson, readCapped } from "@adwarden/core/http"
import { isJSONRPCRequest, type JSONRPCRequest, specTypeSchemas } from "@modelcontextprotocol/server"
import type { ApprovalFlow } from "./approval-flow.ts"
import {
  type Era,
  type Id,
  invalidMessage,
  isId,
  isObject,
  type Json,
  jsonRpcErrorCodes,
  type Message,
  ownMethods,
  rejected
} from "./message.ts"
import { completionMessage } from "./prompts/completion.ts"
import { promptMessage } from "./prompts/prompts.ts"
import { claimsModernRevision, type Sdk } from "./sdk.ts"
import { maxMessageBytes, toolCallOf } from "./tools.ts"

export interface ReadMessage {
  readonly message: Message
  readonly era: Era
}

/** Returns what an initialize request lacks, in plain words. The SDK would return a dump of its schema errors. */
const initializeProblem = async (message: unknown): Promise<ValidationError | null> => {
  const { issues } = await specTypeSchemas.InitializeRequest["~standard"].validate(message)
  if (issues === undefined) return null
  const fields = issues.slice(0, maxProblems).map(({ path = [] }) => ({
    path: path.map((part) => String(typeof part === "object" ? part.key : part)).join("."),
    message: "is missing, or not what MCP specifies"
  }))
  return new ValidationError({ fields })
}

/** An address can ask for the tools that read: `/mcp?tools=read`. */
const toolListMessage = (id: Id, message: JSONRPCRequest, request: Request): Message => {
  const method = "tools/list"
  const choice = new URL(request.url).searchParams.get("tools")
  if (choice === null || choice === "read") {
    return { kind: "tool_list", id, method, message, onlyReads: choice !== null }
  }
  const must = 'must be "read" in the address of the service, or left out'
  return invalidMessage("tools", must, jsonRpcErrorCodes.invalidParams, id, method)
}

/** Reads a request that calls no tool, by its method. */
const requestOf = async (id: Id, message: JSONRPCRequest, request: Request, era: Era): Promise<Message> => {
  const { method, params } = message
  switch (method) {
    case "initialize": {
      if (era === "modern") break
      const refusal = await initializeProblem(message)
      if (refusal !== null) return rejected(jsonRpcErrorCodes.invalidParams, refusal, id, method)
      break
    }
    case "tools/list":
      return toolListMessage(id, message, request)
    case "prompts/get":
      return promptMessage(id, params)
    case "completion/complete":
      return completionMessage(id, params)
  }
  return { kind: "request", id, method, message }
}

/** Returns the refusal of a value that is no message; null for a message. */
const shapeProblem = (value: unknown): Message | null => {
  if (Array.isArray(value)) return invalidMessage("body", "must be one message; batches are not supported")
  if (!isObject(value)) return invalidMessage("body", "must be a JSON-RPC message")
  const { id, jsonrpc, method } = value
  if (jsonrpc !== "2.0") return invalidMessage("jsonrpc", 'must be "2.0"')
  if (id !== undefined && !isId(id)) return invalidMessage("id", "must be a string or a whole number")
  // The arguments of a tool are checked with its schema.
  if (method === "tools/call" && id !== undefined) return null
  const [problem] = problemsOfRawInput(value)
  return problem === undefined ? null : invalidMessage(problem.path, problem.message)
}

/**
 * A stream of changes would stay open for nothing: the tools change only with a new version of the service or with what
 * the caller may do, and a list says for how long it holds.
 */
const listen = "subscriptions/listen"
const noSubscriptions = (id: Id) =>
  rejected(jsonRpcErrorCodes.methodNotFound, new NotFound({ what: `The method ${listen}` }), id, listen)

/** A message as JSON, with the name of a member that it has twice, and its size. */
interface ReadJson {
  readonly kind: "json"
  readonly json: Json
  readonly duplicate: string | null
  readonly bytes: number
}

const messageOf = (
  { bytes, json }: ReadJson,
  request: Request,
  era: Era,
  approvalFlow: ApprovalFlow
): Message | Promise<Message> => {
  const { method } = json
  const id = json["id"] as Id | undefined
  if (method === "tools/call" && id !== undefined) {
    const call = toolCallOf(id, json["params"], bytes)
    return era === "modern" ? approvalFlow.followUpOf(call, json["params"]) : call
  }
  if (method === undefined && id !== undefined && ("result" in json || "error" in json)) {
    return { kind: "notification", method: "response" }
  }
  if (typeof method !== "string") return invalidMessage("method", "must be a string")
  if (id === undefined) return { kind: "notification", method }
  if (!isJSONRPCRequest(json)) return invalidMessage("body", "is not a JSON-RPC request as MCP specifies it")
  if (method === listen && era === "modern") return noSubscriptions(id)
  return requestOf(id, json, request, era)
}

/** The methods that a refused message can have in the audit trail. */
const auditedMethods = new Set<unknown>([
  ...ownMethods,
  "initialize",
  "server/discover",
  "tools/list",
  "prompts/list"
])

/** The SDK's refusal as a message. Clients act on its response; the audit trail gets an error of ours. */
const refusedBySdk = async (json: Json, response: Response): Promise<Message> => {
  const body = await response.text()
  const { error } = JSON.parse(body) as { readonly error: { readonly message: string } }
  return {
    kind: "refused_by_sdk",
    method: auditedMethods.has(json["method"]) ? String(json["method"]) : "unknown",
    status: response.status,
    body,
    refusal: new ValidationError({ fields: [{ path: "message", message: error.message }] })
  }
}

/**
 * Rejects a message with a duplicate member. For a tool call the error is a tool result, so that the model reads it.
 */
const rejectDuplicate = (message: Message, name: string): Message => {
  const field = { path: name, message: "is in the message more than once; send it once" }
  const unreadable = new ValidationError({ fields: [field] })
  if (message.kind === "tool_call") return { ...message, input: { ...message.input, unreadable } }
  return rejected(jsonRpcErrorCodes.invalidRequest, unreadable, "id" in message ? message.id : null)
}

/** Reads the body of a POST, or says why it is no message. */
const readJson = async (request: Request): Promise<ReadJson | Message> => {
  const bytes = await readCapped(request, maxMessageBytes)
  if (bytes === "too_large")
    return rejected(jsonRpcErrorCodes.invalidRequest, new PayloadTooLarge({ limit: maxMessageBytes }))
  if (bytes === "cut_off") return invalidMessage("body", "ended early", jsonRpcErrorCodes.parseError)
  if (!hasJsonContentType(request)) return invalidMessage("Content-Type", "must be application/json")
  const parsed = parseJson(bytes)
  if (parsed === "too_deep")
    return invalidMessage("body", `must not be nested deeper than ${maxJsonDepth} levels`)
  if (parsed === "malformed")
    return invalidMessage("body", "is not valid JSON in UTF-8", jsonRpcErrorCodes.parseError)
  const problem = shapeProblem(parsed.value)
  if (problem !== null) return problem
  const { duplicate, value } = parsed
  return { kind: "json", json: value as Json, duplicate, bytes: bytes.byteLength }
}

/** Reads a POST. It never fails: an unreadable body is a kind of message, too. */
export const readMessage = async (
  request: Request,
  sdk: Sdk,
  approvalFlow: ApprovalFlow
): Promise<ReadMessage> => {
  const read = await readJson(request)
  if (read.kind !== "json") return { message: read, era: "legacy" }
  const { duplicate, json } = read
  const era = claimsModernRevision(request, json["params"]) ? "modern" : "legacy"
  const refusal = era === "modern" ? await sdk.checkModern(request, json) : null
  if (refusal !== null) return { message: await refusedBySdk(json, refusal), era }
  const message = await messageOf(read, request, era, approvalFlow)
  return { message: duplicate === null ? message : rejectDuplicate(message, duplicate), era }
}
