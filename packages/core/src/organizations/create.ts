import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { insertOrganization } from "../access/organizations.ts"
import { recordInTransaction } from "../audit/trail.ts"
import { type FieldProblem, isOrgSlug, Line, ValidationError } from "../contract/index.ts"
import type { AuditDraft } from "../request/audit-event.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { inTransaction } from "../storage/index.ts"

export interface NewOrganization {
  readonly slug: string
  readonly name: string
  /** Three letters; the currency of every amount. It cannot be changed. */
  readonly currency: string
}

const isName = Schema.is(Line(100))
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

const problemsOf = ({ currency, name, slug }: NewOrganization): ReadonlyArray<FieldProblem> => [
  ...(isOrgSlug(slug)
    ? []
    : [
        {
          path: "slug",
          message: "must be small letters, digits and dashes, at most 63, and begin with no dash"
        }
      ]),
  ...(isName(name)
    ? []
    : [{ path: "name", message: "must be one line of 1 to 100 characters, none of them invisible" }]),
  ...(currencies.has(currency)
    ? []
    : [{ path: "currency", message: "must be the code of a currency, such as USD or EUR" }])
]

const slugTakenError = new ValidationError({
  fields: [{ path: "slug", message: "is another organization's already" }]
})

/** Creates an organization with default rules and without members. */
export const createOrganization = (
  organization: NewOrganization,
  audit: AuditDraft
): Effect.Effect<HandlerResponse<NewOrganization>, ValidationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const fields = problemsOf(organization)
    if (fields.length > 0) return yield* new ValidationError({ fields })
    const { currency, slug } = organization
    const name = organization.name.trim()
    const insert = Effect.gen(function* () {
      const id = yield* insertOrganization({ slug, name, currency })
      if (id === null) return yield* slugTakenError
      // This is the first event of the organization's own trail.
      yield* recordInTransaction({ ...audit, organization_id: id }, { status_code: 200, error_code: null })
      return { ...respondWith({ slug, name, currency }), audited: true }
    })
    return yield* inTransaction(insert)
  })
