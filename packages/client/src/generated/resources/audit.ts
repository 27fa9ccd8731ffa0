// Made from the contract by `npm run client:generate`; do not edit.
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
   * Owners only. Without from, the 30 days up to to, or up to now. Gives every request, failures
   * included, in one answer, in the order of the chain. Changes alone are in `client.actions.list`.
   *
   * Needs the scope `audit:read` and the role owner.
   *
   * Errors of its own: `RoleDeniedError`.
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
