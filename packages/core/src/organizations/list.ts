import { Effect } from "effect"
import { readReachableOrganizations } from "../access/organizations.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"

/** A key sees its own organization; a person sees theirs and those that their team manages. */
export const listOrganizations = handler(
  "organizations.list",
  Effect.map(
    Statements,
    (statements) =>
      ({ caller }) =>
        Effect.map(
          statements.read(
            readReachableOrganizations(
              caller.userId,
              caller.kind === "api_key" ? caller.organization.id : null
            )
          ),
          (organizations) => ({ organizations, total: organizations.length, next_cursor: null })
        )
  )
)
