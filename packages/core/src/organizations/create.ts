import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { insertOrganization } from "../access/organizations.ts"
import { recordInTransaction } from "../audit/trail.ts"
import { type FieldProblem, isOrgSlug, Line, ValidationError } from "../contract/index.ts"
import type { AuditDraft } from "../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { inTransaction } from "../storage/index.ts"

export interface NewOrganization {
  readonly slug: string
  readonly name: string
  /** Three letters; the currency of every amount. It cannot be changed. */
  readonly currency: string
}

/** A slug made from a name: `Häuser & Co.` becomes `hauser-co`. Empty if nothing of the name can be used. */
export const slugFor = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63)

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

/** Creates an organization with default rules, and with the members that `addMembers` adds. */
export const createOrganization = <E = never>(
  organization: NewOrganization,
  audit: AuditDraft,
  addMembers: (id: number) => Effect.Effect<void, E> = () => Effect.void
): Effect.Effect<HandlerResponse<NewOrganization>, E | ValidationError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const fields = problemsOf(organization)
    if (fields.length > 0) return yield* new ValidationError({ fields })
    const { currency, slug } = organization
    const name = organization.name.trim()
    const insert = Effect.gen(function* () {
      const id = yield* insertOrganization({ slug, name, currency })
      if (id === null) return yield* slugTakenError
      yield* addMembers(id)
      // This is the first event of the organization's own trail.
      yield* recordInTransaction({ ...audit, organization_id: id }, { status_code: 200, error_code: null })
      return { ...respondWith({ slug, name, currency }), audited: true }
    })
    return yield* inTransaction(insert)
  })
