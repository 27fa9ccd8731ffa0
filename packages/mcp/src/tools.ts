import {
  type AnyOperation,
  operations,
  renderMentions,
  toolInputSchema,
  toolOutputSchema
} from "@adwarden/core/contract"

const toolDescription = ({ description, scope, summary }: AnyOperation): string =>
  renderMentions("mcp", `${summary}. ${description}${scope === null ? "" : ` Scope: ${scope}.`}`)

const toolOf = (operation: AnyOperation, name: string) => ({
  name,
  title: operation.summary,
  description: toolDescription(operation),
  inputSchema: toolInputSchema(operation),
  outputSchema: toolOutputSchema(operation),
  annotations: {
    readOnlyHint: operation.hints.readOnly,
    destructiveHint: operation.hints.overwrites,
    idempotentHint: operation.hints.idempotent,
    openWorldHint: operation.hints.openWorld
  }
})

/** The operations that agents can call, by tool name. It is a Map because `constructor` is no tool. */
export const operationByTool: ReadonlyMap<string, AnyOperation> = new Map(
  operations.flatMap((operation) => (operation.tool === null ? [] : [[operation.tool, operation]]))
)

/** The response to tools/list. The contract does not change while the process runs, so it is rendered once. */
export const toolListJson: string = JSON.stringify({
  tools: [...operationByTool].map(([name, operation]) => toolOf(operation, name))
})
