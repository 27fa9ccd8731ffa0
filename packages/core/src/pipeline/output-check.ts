import { Schema } from "effect"
import type { AnyOperation } from "../contract/index.ts"

const checks = new WeakMap<AnyOperation, (output: unknown) => unknown>()

/** Holds an answer against its schema. A mismatch is a defect of ours and is thrown as one. */
export const outputCheck = (operation: AnyOperation, output: unknown): void => {
  const check = checks.get(operation) ?? Schema.decodeUnknownSync(operation.output)
  checks.set(operation, check)
  check(output)
}
