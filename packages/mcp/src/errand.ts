import { type Entrance, type Errand, replyOf } from "@adwarden/core"
import { NotFound, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Message, Suggestion, ToolCall } from "./message.ts"

const methods = new Set(["initialize", "ping"])

/** A message that calls no tool: under which of our own names it is audited, and what it is refused with. */
const entrance = (name: string, refusal: ServiceError | null = null): Entrance<null> => ({
  name: `mcp.${name}`,
  admits: "callers",
  run: () => (refusal === null ? Effect.succeed(replyOf(null)) : Effect.fail(refusal))
})

const entranceOf = (message: Exclude<Message, ToolCall | Suggestion>): Entrance<null> => {
  switch (message.kind) {
    case "refused":
      return entrance(message.id === null ? "unreadable" : message.method, message.refusal)
    case "known":
      return entrance(message.method)
    case "notification":
      return entrance("notification")
    case "request": {
      if (methods.has(message.method)) return entrance(message.method)
      const what = `The method ${JSON.stringify(message.method.slice(0, 100))}`
      return entrance("unknown", new NotFound({ what }))
    }
  }
}

/** What a message wants of the pipeline: an operation, or one of the protocol's own entrances. */
export const errandOf = (message: Message): Errand =>
  message.kind === "tool_call" || message.kind === "suggestion"
    ? { operation: message.operation, input: message.input }
    : { entrance: entranceOf(message) }
