import { Effect } from "effect"
import { handler } from "../request/handler.ts"
import { readOverview } from "./overview.ts"

export const getOrganization = handler(
  "organizations.get",
  Effect.map(
    readOverview,
    (overviewOf) =>
      ({ organization, scopes, effectiveRole }) =>
        Effect.map(
          overviewOf(organization.id),
          ({ approval_queue_limit: _, approvals_for, approvals_required, ...overview }) =>
            ({
              ...overview,
              approvals_required: approvals_required && approvals_for === "every_change",
              approval_policy: approvals_required ? approvals_for : "off",
              access: effectiveRole === "adops_team" ? "adops_team" : "membership",
              role: effectiveRole === "adops_team" ? null : effectiveRole,
              scopes: [...scopes]
            }) as const
        )
  )
)
