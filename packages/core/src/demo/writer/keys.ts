import { Effect } from "effect"
import { createKey } from "../../access/create-key.ts"
import { ceiling, type Role } from "../../contract/index.ts"
import { organizations } from "../definition/organizations.ts"

export type DemoKeys = Readonly<Record<string, Partial<Record<Role, string>>>>

/** A key for each membership, with every scope that its role allows. */
export const writeKeys = Effect.gen(function* () {
  const keys: Record<string, Partial<Record<Role, string>>> = {}
  for (const { members, slug } of organizations) {
    for (const [creator, role] of Object.entries(members)) {
      const { key } = yield* createKey({
        organization: slug,
        creator,
        name: `Demo ${role}`,
        scopes: [...ceiling(role)]
      })
      keys[slug] = { ...keys[slug], [role]: key }
    }
  }
  return keys satisfies DemoKeys
})
