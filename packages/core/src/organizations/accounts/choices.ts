import { Effect } from "effect"
import { RoleDenied } from "../../contract/index.ts"
import { readAccounts } from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import type { AccessibleAccount } from "../../platform/model.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { OwnerOrOperatorClearance } from "../../request/endpoint.ts"
import { linkProblem, requireLogin } from "../link-account.ts"
import { platformErrorOf } from "./link.ts"

/** An account that a login reaches, for the person who chooses one. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly isManager: boolean
  readonly isTest: boolean
  /** The manager account through which the login reaches it. */
  readonly through: string | null
  /** Whether the organization has linked it with this login. */
  readonly linked: boolean
  /** Why it cannot be linked, as the end of a sentence that starts with its number; null if it can. */
  readonly problem: string | null
}

export interface AccountChoices {
  readonly login: { readonly id: number; readonly email: string | null }
  /** Accounts that can be linked come first. */
  readonly choices: ReadonlyArray<AccountChoice>
}

const rankOf = ({ linked, problem }: AccountChoice): number => (linked ? 1 : problem === null ? 0 : 2)

/** Reads from the platform which accounts a login reaches, and which of them the organization can link. */
export const readChoices = ({ organization }: OwnerOrOperatorClearance, loginId: number) =>
  Effect.gen(function* () {
    const login = yield* requireLogin(organization.id, loginId)
    const reachable = yield* Effect.mapError(
      (yield* AdPlatforms).get(login.platform).accounts(login),
      (failure) => platformErrorOf(failure, { refreshToken: null })
    )
    const stored = yield* readAccounts(organization.id)
    const names = new Map(reachable.map(({ customerId, name }) => [customerId, name]))
    const choiceOf = (account: AccessibleAccount): AccountChoice => {
      const { currency, customerId: id, isManager, isTest, loginCustomerId, name } = account
      const through = loginCustomerId === null ? null : names.get(loginCustomerId) || loginCustomerId
      const known = stored.find((one) => one.id === id)
      const linked = known?.login_id === loginId && known.status !== "not_linked"
      const problem = linkProblem(account, id, organization.currency)?.fields[0]?.message ?? null
      return { id, name, currency, isManager, isTest, through, linked, problem }
    }
    const choices = reachable.map(choiceOf).toSorted((a, b) => rankOf(a) - rankOf(b))
    const found: AccountChoices = { login: { id: loginId, email: login.email }, choices }
    return found
  })

/** The same for a page, which other roles cannot see. */
export const readChoicesAsOwner = (clearance: OrganizationClearance, loginId: number) =>
  clearance.effectiveRole === "owner"
    ? readChoices(clearance, loginId)
    : Effect.fail(new RoleDenied({ required_role: "owner" }))
