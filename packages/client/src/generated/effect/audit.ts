// Generated from the contract by `npm run generate`. Do not edit.
import { type CallOptions, type ItemStream, items } from "../../effect/variant.ts"
import type { AuditResource as Promised } from "../resources/audit.ts"
import type { AuditEvent, AuditExportAnswer, AuditExportParams } from "../types/audit.ts"
import type { AuditExportError } from "./errors.ts"

export class AuditResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * Export the audit trail.
   *
   * Owners only. Without from, the 30 days up to to, or up to now. Gives every request, including
   * failures, in one response, in chain order. Changes alone are in `client.actions.list`.
   *
   * Requires the scope `audit:read` and the role owner.
   *
   * Specific errors: `RoleDeniedError`.
   *
   * ```ts
   * yield* Stream.runForEach(client.audit.export(), Console.log)
   * ```
   */
  export(
    params?: AuditExportParams,
    options?: CallOptions
  ): ItemStream<AuditEvent, AuditExportAnswer, "csv", AuditExportError> {
    return items((signal) => this.#client.export(params, { ...options, signal }))
  }
}
