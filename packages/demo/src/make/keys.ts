import { Keys } from "@adwarden/core"
import { maxScopes, type Role } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizations } from "../definition/organizations.ts"

export type DemoKeys = Readonly<Record<string, Partial<Record<Role, string>>>>

/** A key for each membership, with every scope that its role allows. */
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
  // Nobody but us can make a key impossible here, so a refusal is a defect of the definition.
  Effect.catchTags({ not_found: Effect.die, role_denied: Effect.die, validation_error: Effect.die })
)
