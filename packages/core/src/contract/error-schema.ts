import type { JsonSchema } from "./json-schema.ts"

/** The shape of every error, on every surface. Codes have extra fields of their own beside these. */
export const envelopeJsonSchema: JsonSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "doc_url"],
      properties: {
        code: { type: "string", description: "A stable word; see doc_url" },
        message: { type: "string", description: "What happened and what to do next" },
        doc_url: { type: "string", format: "uri" }
      }
    }
  }
}
