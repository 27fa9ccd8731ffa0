import { Effect } from "effect"
import { lockOrganization } from "../../access/organizations.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { type AccountRow, readAccounts, setSelectedAccount } from "../../platform/account-rows.ts"

/**
 * Selects the account for the organization's new campaigns. Campaigns in other accounts stay there. Requires
 * an open transaction under the organization's lock, because at most one account is selected.
 */
export const selectAccount = (
  organization: { readonly id: number; readonly slug: string },
  account: string
) =>
  Effect.gen(function* () {
    yield* lockOrganization(organization.id)
    const accounts = yield* readAccounts(organization.id)
    const found = accounts.find(({ id }) => id === account)
    if (found === undefined) {
      return yield* new NotFound({
        what: `The ad account ${account} of ${organization.slug}`,
        next:
          accounts.length === 0
            ? "Link one first."
            : `Linked are: ${accounts.map(({ id }) => id).join(", ")}.`
      })
    }
    if (found.status !== "linked") {
      const message = `${account} cannot be worked on yet: ${found.problem ?? "it is not linked."}`
      return yield* new ValidationError({ fields: [{ path: "ad_account", message }] })
    }
    yield* setSelectedAccount(organization.id, account)
    const selected: AccountRow = { ...found, selected: true }
    return selected
  })
