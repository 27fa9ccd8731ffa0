import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"
import type { People } from "./people.ts"
import { daysAgo, insertRows } from "./rows.ts"

/** Writes the organizations and their members. Returns organization ids by slug. */
export const writeOrganizations = (people: People, teams: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const columns = {
      slug: "text",
      name: "text",
      plan: "text",
      currency: "text",
      max_spend: "numeric",
      approvals_required: "boolean",
      require_preview: "boolean",
      adops_team_id: "bigint",
      created_at: "timestamptz"
    } as const
    const insertedRows = yield* insertRows<typeof columns, { id: number; slug: string }>(
      "organizations",
      columns,
      organizations.map(({ adopsTeam, approvals, currency, maxSpend, name, plan, requirePreview, slug }) => ({
        slug,
        name,
        plan,
        currency,
        max_spend: maxSpend,
        approvals_required: approvals,
        require_preview: requirePreview ?? false,
        adops_team_id: adopsTeam === undefined ? null : teams.get(adopsTeam),
        created_at: daysAgo(420)
      })),
      "id, slug"
    )
    const ids: ReadonlyMap<string, number> = new Map(insertedRows.map(({ id, slug }) => [slug, id]))
    yield* insertRows(
      "organization_locks",
      { organization_id: "bigint" },
      [...ids.values()].map((organization_id) => ({ organization_id }))
    )
    yield* insertRows(
      "memberships",
      { organization_id: "bigint", user_id: "bigint", role: "text" },
      organizations.flatMap(({ members, slug }) =>
        Object.entries(members).map(([email, role]) => ({
          organization_id: ids.get(slug),
          user_id: people.get(email)!.id,
          role
        }))
      )
    )
    return ids
  })
