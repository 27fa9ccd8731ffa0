import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  mintSharedLink,
  readSharedLinks,
  revokeSharedLink,
  type SharedDocument,
  type SharedLink
} from "../access/shared-links.ts"
import { NotFound, pagePaths } from "../contract/index.ts"
import { administerChange } from "../pipeline/administer.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Settings } from "../settings.ts"

/** The links of a document, for the people who can create them; null for others. */
export const sharedLinkReads = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    (
      { effectiveRole, organization }: OrganizationClearance,
      document: SharedDocument
    ): Effect.Effect<ReadonlyArray<SharedLink> | null, SqlError> =>
      effectiveRole === "owner" || effectiveRole === "admin"
        ? Effect.provideService(readSharedLinks(organization.id, document), SqlClient.SqlClient, sql)
        : Effect.succeed(null)
)

/** Links that show one report or strategy to people without an account. */
export const sharedLinkAdministration = Effect.map(Settings, ({ appUrl }) => ({
  /** Returns the address, which is shown once. */
  "shared_links.create": administerChange(
    "shared_links.create",
    ({ caller, organization }, { days, document, type }) =>
      Effect.map(
        mintSharedLink(organization.id, { type, document }, { by: caller.userId, days }),
        (token) => `${appUrl}${pagePaths.shared}?token=${token}`
      )
  ),
  "shared_links.revoke": administerChange("shared_links.revoke", ({ organization }, { id }) =>
    Effect.flatMap(revokeSharedLink(organization.id, id), (found) =>
      found
        ? Effect.succeed(null)
        : new NotFound({ what: "That link", next: "It was revoked or has expired. Reload the page." })
    )
  )
}))
