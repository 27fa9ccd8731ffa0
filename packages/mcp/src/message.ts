import type { RawInput } from "@adwarden/core"
import { type AnyOperation, type ServiceError, ValidationError } from "@adwarden/core/contract"
import type { JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import { type Code, codes, type Id } from "./json-rpc.ts"

export type Json = Readonly<Record<string, unknown>>

/** What a POST asks for, as far as it can be told without knowing who asks. */
export type Message =
  | {
      readonly kind: "tool_call"
      readonly id: Id
      readonly operation: AnyOperation
      readonly input: RawInput
    }
  /** One of the protocol's own requests. */
  | { readonly kind: "request"; readonly id: Id; readonly method: string; readonly message: JSONRPCRequest }
  /** Nothing is to be said: also the answer to a question that we never ask. */
  | { readonly kind: "notification"; readonly method: string }
  /** Not a message that anybody could answer otherwise; the id is null where it could not be read. */
  | {
      readonly kind: "refused"
      readonly id: Id | null
      readonly method: "tools/call" | "initialize"
      readonly code: Code
      readonly refusal: ServiceError
    }

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is Id => typeof value === "string" || Number.isSafeInteger(value)

export const refused = (
  code: Code,
  refusal: ServiceError,
  id: Id | null = null,
  method: "tools/call" | "initialize" = "tools/call"
): Message => ({
  kind: "refused",
  id,
  method,
  code,
  refusal
})

export const invalid = (
  path: string,
  message: string,
  code: Code = codes.invalidRequest,
  id: Id | null = null
): Message => refused(code, new ValidationError({ fields: [{ path, message }] }), id)
