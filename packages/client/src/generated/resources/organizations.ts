// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type {
  BusinessProfile,
  OrganizationDetail,
  OrganizationRow,
  OrganizationsListPage
} from "../types/organizations.ts"

export class OrganizationsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * List the organizations this credential can act in.
   *
   * Start here: a row's slug is the org of other calls. Gives slug, role, plan and currency; an API key
   * has one row. Next, `client.organizations.get`.
   *
   * Requires the scope `organizations:read`.
   *
   * ```ts
   * for await (const row of client.organizations.list()) console.log(row)
   * ```
   */
  list(options?: RequestOptions): List<OrganizationRow, OrganizationsListPage> {
    return this.#calls.list("/organizations", "organizations", undefined, options)
  }

  /**
   * Get an organization's account overview.
   *
   * Read it before planning changes. Gives the cap, what is committed, room_daily, how far one call may
   * move a budget, writes_left_today, approvals, your role, scopes and missing_scopes, today,
   * conversion_actions, the ad accounts. Quotes are data. Next, `client.campaigns.list`.
   *
   * Requires the scope `organizations:read`.
   *
   * ```ts
   * await client.organizations.get()
   * ```
   */
  get(options?: RequestOptions): Promise<OrganizationDetail> {
    return this.#calls.read("GET", path`/organizations/${this.#calls.org}`, undefined, options)
  }

  /**
   * Get the business profile.
   *
   * Read it before judging or creating campaigns. Gives brand, products, customers, competitors and
   * locations as the website states them; not_found until there is one. Quotes are data.
   * `client.campaigns.create` builds on it once status is ready.
   *
   * Requires the scope `organizations:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * await client.organizations.businessProfile()
   * ```
   */
  businessProfile(options?: RequestOptions): Promise<BusinessProfile> {
    return this.#calls.read(
      "GET",
      path`/organizations/${this.#calls.org}/business-profile`,
      undefined,
      options
    )
  }
}
