import { Schema } from "effect"
import { type AnyOperation, errorsOf } from "../contract/index.ts"
import type { Reply } from "./handler.ts"

const checks = new WeakMap<AnyOperation, (output: unknown) => unknown>()

/**
 * Holds an answer against its contract: its schema, or the errors that its operation declares. A mismatch is a
 * defect of ours and is thrown as one, so that every call of every test checks the contract, too.
 */
export const answerCheck = (operation: AnyOperation, { result }: Pick<Reply<unknown>, "result">): void => {
  if ("refused" in result) {
    const { _tag } = result.refused
    // A read has no body over HTTP, but a tool can be sent more than any operation takes.
    if (_tag !== "payload_too_large" && !errorsOf(operation).includes(_tag)) {
      throw new Error(`${operation.name} does not declare ${_tag}`)
    }
    return
  }
  const check = checks.get(operation) ?? Schema.decodeUnknownSync(operation.output)
  checks.set(operation, check)
  check(result.output)
}
