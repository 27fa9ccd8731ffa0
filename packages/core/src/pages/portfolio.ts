import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type PersonOrganization, readPersonOrganizations } from "../access/organizations.ts"
import { type Overview, readOverview } from "../organizations/overview.ts"
import type { Clearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** An organization of a person with what its budgets commit. */
export interface PortfolioRow
  extends Omit<PersonOrganization, "id">,
    Pick<Overview, "max_spend" | "approvals_required" | "approvals_for"> {
  readonly committed_monthly: number
  /** The number of ad accounts whose login no longer works. */
  readonly brokenAccounts: number
}

/** Reads all organizations of a person, for their home page. */
export class Portfolio extends Context.Tag("@adwarden/Portfolio")<
  Portfolio,
  { readonly of: (clearance: Clearance) => Effect.Effect<ReadonlyArray<PortfolioRow>, SqlError> }
>() {
  static readonly layer = Layer.effect(
    Portfolio,
    Effect.gen(function* () {
      const statements = yield* Statements
      const overviewOf = yield* readOverview
      /** Of an organization that the person cannot open, the row says only that. */
      const closedRow = (organization: Omit<PersonOrganization, "id">): PortfolioRow => ({
        ...organization,
        committed_monthly: 0,
        max_spend: null,
        brokenAccounts: 0
      })
      const rowOf = ({ id, ...organization }: PersonOrganization) => {
        if (organization.second_factor_missing) return Effect.succeed(closedRow(organization))
        return Effect.map(
          overviewOf(id),
          ({
            ad_accounts,
            approvals_for,
            approvals_required,
            committed_monthly,
            max_spend
          }): PortfolioRow => ({
            ...organization,
            approvals_required,
            approvals_for,
            committed_monthly: committed_monthly ?? 0,
            max_spend,
            brokenAccounts: ad_accounts.filter(({ connection }) => connection === "broken").length
          })
        )
      }
      return {
        of: ({ caller }) =>
          Effect.flatMap(statements.read(readPersonOrganizations(caller.userId)), (organizations) =>
            Effect.forEach(organizations, rowOf, { concurrency: "unbounded" })
          )
      }
    })
  )
}
