// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions, type RowStream, rows } from "../../effect/variant.ts"
import type { OrganizationsResource as Promised } from "../resources/organizations.ts"
import type {
  BusinessProfile,
  OrganizationDetail,
  OrganizationRow,
  OrganizationsListPage
} from "../types/organizations.ts"
import type {
  OrganizationsBusinessProfileError,
  OrganizationsGetError,
  OrganizationsListError
} from "./errors.ts"

export class OrganizationsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * yield* Stream.runForEach(client.organizations.list(), Console.log)
   * ```
   */
  list(options?: CallOptions): RowStream<OrganizationRow, OrganizationsListPage, OrganizationsListError> {
    return rows((signal) => this.#client.list({ ...options, signal }))
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
   * yield* client.organizations.get()
   * ```
   */
  get(options?: CallOptions): Effect.Effect<OrganizationDetail, OrganizationsGetError> {
    return attempt((signal) => this.#client.get({ ...options, signal }))
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
   * yield* client.organizations.businessProfile()
   * ```
   */
  businessProfile(options?: CallOptions): Effect.Effect<BusinessProfile, OrganizationsBusinessProfileError> {
    return attempt((signal) => this.#client.businessProfile({ ...options, signal }))
  }
}
