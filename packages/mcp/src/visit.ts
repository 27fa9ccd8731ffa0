import { NotFound, type ServiceError } from "@adwarden/core/contract"
import type { Asked } from "./asked.ts"

const methods = new Set(["initialize", "ping", "tools/list"])

/** What the audit trail calls a message that calls no tool, and what it is refused with. */
interface VisitOf {
  /** From our own words: a caller's have no place among the names of an audit trail. */
  readonly name: string
  readonly refusal: ServiceError | null
}

export const visitOf = (asked: Exclude<Asked, { readonly kind: "call" }>): VisitOf => {
  switch (asked.kind) {
    case "wrong":
      return { name: asked.id === null ? "mcp.unreadable" : "mcp.tools/call", refusal: asked.refusal }
    case "notice":
      return { name: "mcp.notification", refusal: null }
    case "request": {
      if (methods.has(asked.method)) return { name: `mcp.${asked.method}`, refusal: null }
      const what = `The method ${JSON.stringify(asked.method.slice(0, 100))}`
      return { name: "mcp.unknown", refusal: new NotFound({ what }) }
    }
  }
}
