import { Keys } from "@adwarden/core"
import { maxScopes, type Role } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"

/** API keys by organization and role. */
export type DemoKeys = Readonly<Record<string, Partial<Record<Role, string>>>>

/** Creates an API key for each membership, with every scope that the role allows. */
export const makeKeys = Effect.gen(function* () {
  const service = yield* Keys
  const keys: Record<string, Partial<Record<Role, string>>> = {}
  for (const { members, slug } of organizations) {
    for (const [creator, role] of Object.entries(members)) {
      const { key } = yield* service.create({
        organization: slug,
        creator,
        name: `Demo ${role}`,
        scopes: [...maxScopes(role)]
      })
      keys[slug] = { ...keys[slug], [role]: key }
    }
  }
  return keys satisfies DemoKeys
}).pipe(
  // Only the demo's definition can cause these errors, so they are defects.
  Effect.catchTags({ not_found: Effect.die, role_denied: Effect.die, validation_error: Effect.die })
)
