import {
  type AnyOperation,
  inputJsonSchema,
  type OperationEffect,
  operations,
  outputJsonSchema
} from "@adwarden/core/contract"

/**
 * What a client may tell its person before a call. A guarded write replaces what was there, and the same
 * call again leaves it so; an immediate one only ever adds, and adds again each time.
 */
const hints: Record<OperationEffect, Readonly<Record<string, boolean>>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  guarded: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  immediate: { readOnlyHint: false, destructiveHint: false, idempotentHint: false }
}

const describe = ({ description, scope, summary }: AnyOperation): string =>
  `${summary}. ${description}${scope === null ? "" : ` Needs the scope ${scope}.`}`

const toolOf = (operation: AnyOperation, name: string) => ({
  name,
  title: operation.summary,
  description: describe(operation),
  inputSchema: inputJsonSchema(operation),
  outputSchema: outputJsonSchema(operation),
  annotations: hints[operation.effect]
})

/** The operations that agents can call, by the names of their tools. A Map: `constructor` is no tool. */
export const operationByTool: ReadonlyMap<string, AnyOperation> = new Map(
  operations.flatMap((operation) => (operation.tool === null ? [] : [[operation.tool, operation]]))
)

/** The answer to tools/list. The contract does not change while we run, so it is written once. */
export const toolListJson: string = JSON.stringify({
  tools: [...operationByTool].map(([name, operation]) => toolOf(operation, name))
})
