import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { NotFound } from "../../contract/index.ts"
import type { OrganizationFacts } from "../../pipeline/caller.ts"

interface OrganizationRow extends Omit<OrganizationFacts, "approvalsRequired"> {
  readonly approvals_required: boolean
}

export const findOrganization = (slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<OrganizationRow>`
      select id, slug, currency, approvals_required from organizations where slug = ${slug}`
    if (row === undefined) {
      return yield* new NotFound({ what: `The organization ${JSON.stringify(slug)}` })
    }
    const { approvals_required: approvalsRequired, ...rest } = row
    return { ...rest, approvalsRequired }
  })
