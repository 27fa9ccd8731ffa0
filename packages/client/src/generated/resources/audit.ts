// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { Download } from "../../runtime/download.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type { AuditEvent, AuditExportAnswer, AuditExportParams } from "../types/audit.ts"

export class AuditResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * for await (const row of client.audit.export()) console.log(row)
   * ```
   */
  export(
    params?: AuditExportParams,
    options?: RequestOptions
  ): Download<AuditEvent, AuditExportAnswer, "csv"> {
    return this.#calls.download(
      path`/organizations/${this.#calls.org}/audit/export`,
      "events",
      params,
      options
    )
  }
}
