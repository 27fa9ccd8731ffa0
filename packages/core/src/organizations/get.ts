import { Effect } from "effect"
import { handler } from "../request/handler.ts"
import { readOverview } from "./overview.ts"

export const getOrganization = handler(
  "organizations.get",
  Effect.map(
    readOverview,
    (overviewOf) =>
      ({ organization, scopes, standing }) =>
        Effect.map(
          overviewOf(organization.id),
          ({ approval_queue_limit: _, ...overview }) =>
            ({
              ...overview,
              access: standing === "adops_team" ? "adops_team" : "membership",
              role: standing === "adops_team" ? null : standing,
              scopes: [...scopes]
            }) as const
        )
  )
)
