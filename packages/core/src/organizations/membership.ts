import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Members } from "../access/index.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { type NotFound, ValidationError } from "../contract/index.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { Settings } from "../settings.ts"
import { createOrganization, type NewOrganization } from "./create.ts"

const creationOffError = () =>
  new ValidationError({
    fields: [{ path: "name", message: "cannot be created here: ask the people who run this service for it" }]
  })

/** What people do about their own memberships: creating an organization and leaving one. */
export const membershipEndpoints = Effect.gen(function* () {
  const members = yield* Members
  const { organizationCreation } = yield* Settings

  return {
    /** Whether this service lets people create organizations. */
    canCreate: organizationCreation,
    /** Creates an organization whose only owner is the person. */
    create: (organization: NewOrganization): Endpoint<NewOrganization> => ({
      name: "organizations.create",
      admits: "callers",
      kinds: ["person"],
      limit: { name: "create_organization", perHour: 10 },
      run: ({ audit, caller }) =>
        organizationCreation
          ? createOrganization(organization, audit, (id) =>
              members.setRole({ id, slug: organization.slug }, caller.userId, "owner")
            )
          : creationOffError()
    }),
    /** Ends the person's own membership and keys there. The last owner cannot leave. */
    leave: (organization: string): Endpoint<null> => ({
      name: "people.leave",
      admits: "members",
      organization,
      role: null,
      run: ({ audit, caller }) =>
        withAuditEvent<null, NotFound | ValidationError | SqlError>(
          audit,
          Effect.as(members.remove(organization, caller.email), null)
        )
    })
  }
})
