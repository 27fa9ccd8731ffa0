import { type Entrance, type Errand, replyOf } from "@adwarden/core"
import { NotFound, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Asked } from "./asked.ts"

const methods = new Set(["initialize", "ping", "tools/list"])

/** A message that calls no tool: under which of our own names it is audited, and what it is refused with. */
const message = (name: string, refusal: ServiceError | null = null): Entrance<null> => ({
  name: `mcp.${name}`,
  admits: "callers",
  run: () => (refusal === null ? Effect.succeed(replyOf(null)) : Effect.fail(refusal))
})

const entranceOf = (asked: Exclude<Asked, { readonly kind: "call" }>): Entrance<null> => {
  switch (asked.kind) {
    case "wrong":
      return message(asked.id === null ? "unreadable" : "tools/call", asked.refusal)
    case "notice":
      return message("notification")
    case "request": {
      if (methods.has(asked.method)) return message(asked.method)
      const what = `The method ${JSON.stringify(asked.method.slice(0, 100))}`
      return message("unknown", new NotFound({ what }))
    }
  }
}

/** What a message wants of the pipeline: an operation, or one of the protocol's own entrances. */
export const errandOf = (asked: Asked): Errand =>
  asked.kind === "call" ? { operation: asked.operation, input: asked.input } : { entrance: entranceOf(asked) }
