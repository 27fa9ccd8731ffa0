import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Either } from "effect"
import { emailOf } from "../../access/people.ts"
import { NotFound, RoleDenied, ValidationError } from "../../contract/index.ts"
import { parseTarget } from "../../outbound/index.ts"
import { administerChange } from "../../pipeline/administer.ts"
import { Vault } from "../../platform/vault.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Settings } from "../../settings.ts"
import { Queue } from "../../tasks/queue.ts"
import { Webhooks, type WebhookView } from "./webhooks.ts"

const invalidUrl = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })

const noWebhook = () => new NotFound({ what: "A webhook of this organization", next: "Set its URL first." })

/** What the page of the webhook reads. */
export const webhookReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const webhooks = yield* Webhooks
  return {
    /** The webhook of an organization, for its owners; null without one. */
    webhook: ({
      effectiveRole,
      organization
    }: OrganizationClearance): Effect.Effect<WebhookView | null, RoleDenied | SqlError> =>
      effectiveRole !== "owner"
        ? new RoleDenied({ required_role: "owner" })
        : Effect.gen(function* () {
            const found = yield* webhooks.find(organization.id)
            if (found === null) return null
            return { ...found, set_by: found.set_by === null ? null : yield* emailOf(found.set_by) }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
  }
})

/** The webhook of an organization. */
export const webhookAdministration = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const queue = yield* Queue
  const vault = yield* Vault
  const { developmentHosts } = yield* Settings
  const change: typeof administerChange = (name, work) => administerChange(name, work, queue.ready)

  /** Parses the URL by the rules of the sender; what its name resolves to is checked at each delivery. */
  const urlOf = (text: string): Effect.Effect<URL, ValidationError> => {
    const isDevelopment = URL.canParse(text) && developmentHosts.has(new URL(text).hostname)
    const target = parseTarget(text.trim(), { secure: !isDevelopment })
    return Either.isRight(target)
      ? Effect.succeed(target.right.url)
      : invalidUrl("must be a public https:// address without a port or password, such as Slack gives you")
  }

  return {
    /** Returns the signing secret, which is shown once. */
    "webhooks.set": change("webhooks.set", ({ caller, organization: { id } }, { url }) =>
      vault.isConfigured
        ? Effect.flatMap(urlOf(url), (parsed) => webhooks.set(id, parsed, caller.userId))
        : invalidUrl(
            "cannot be stored: the service has no SECRETS_KEY to encrypt it with. Ask its operator to set one"
          )
    ),
    "webhooks.remove": change("webhooks.remove", ({ organization: { id } }) =>
      Effect.flatMap(webhooks.remove(id), (removed) => (removed ? Effect.succeed(null) : noWebhook()))
    ),
    "webhooks.test": change("webhooks.test", ({ organization: { id } }) =>
      Effect.flatMap(webhooks.post(id, { kind: "test" }), (posted) =>
        posted ? Effect.succeed(null) : noWebhook()
      )
    )
  }
})
