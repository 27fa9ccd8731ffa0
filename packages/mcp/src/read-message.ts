import { maxProblems, PayloadTooLarge, problemsOfRawInput, ValidationError } from "@adwarden/core/contract"
import { hasJsonContentType, maxJsonDepth, parseJson, readCapped } from "@adwarden/core/http"
import {
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS
} from "@modelcontextprotocol/sdk/types.js"
import {
  type Id,
  invalidMessage,
  isId,
  isObject,
  jsonRpcErrorCodes,
  type Message,
  rejected
} from "./message.ts"
import { completionMessage } from "./prompts/completion.ts"
import { promptListJson, promptMessage } from "./prompts/prompts.ts"
import { maxMessageBytes, toolCallOf, toolListJson } from "./tools.ts"

/** Returns what an initialize request lacks, in plain words. The SDK would return a dump of its schema errors. */
const initializeProblem = (message: unknown): ValidationError | null => {
  const { error } = InitializeRequestSchema.safeParse(message)
  if (error === undefined) return null
  const fields = error.issues.slice(0, maxProblems).map((issue) => ({
    path: issue.path.join("."),
    message: "is missing, or not what MCP specifies"
  }))
  return new ValidationError({ fields })
}

/** Reads a request that calls no tool, by its method. */
const requestOf = (id: Id, message: JSONRPCRequest): Message => {
  const { method, params } = message
  switch (method) {
    case "initialize": {
      const refusal = initializeProblem(message)
      if (refusal !== null) return rejected(jsonRpcErrorCodes.invalidParams, refusal, id, method)
      break
    }
    case "tools/list":
      return { kind: "known", id, method, result: toolListJson }
    case "prompts/list":
      return { kind: "known", id, method, result: promptListJson }
    case "prompts/get":
      return promptMessage(id, params)
    case "completion/complete":
      return completionMessage(id, params)
  }
  return { kind: "request", id, method, message }
}

const parseMessage = (message: unknown, request: Request, bytes: number): Message => {
  if (Array.isArray(message)) return invalidMessage("body", "must be one message; batches are not supported")
  if (!isObject(message)) return invalidMessage("body", "must be a JSON-RPC message")
  const { id, jsonrpc, method } = message
  if (jsonrpc !== "2.0") return invalidMessage("jsonrpc", 'must be "2.0"')
  const version = request.headers.get("mcp-protocol-version")
  if (version !== null && method !== "initialize" && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    return invalidMessage("MCP-Protocol-Version", `must be one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`)
  }
  if (id !== undefined && !isId(id)) return invalidMessage("id", "must be a string or a whole number")
  if (method === "tools/call" && id !== undefined) return toolCallOf(id, message["params"], bytes)
  const [problem] = problemsOfRawInput(message)
  if (problem !== undefined) return invalidMessage(problem.path, problem.message)
  if (method === undefined && id !== undefined && ("result" in message || "error" in message)) {
    return { kind: "notification", method: "response" }
  }
  if (typeof method !== "string") return invalidMessage("method", "must be a string")
  if (id === undefined) return { kind: "notification", method }
  if (!isJSONRPCRequest(message))
    return invalidMessage("body", "is not a JSON-RPC request as MCP specifies it")
  return requestOf(id, message)
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

/** Reads a POST. It never fails: an unreadable body is a kind of message, too. */
export const readMessage = async (request: Request): Promise<Message> => {
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
  const message = parseMessage(parsed.value, request, bytes.byteLength)
  return parsed.duplicate === null ? message : rejectDuplicate(message, parsed.duplicate)
}
