import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Either, Layer } from "effect"
import { emailOf } from "../../access/people.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import { NotFound, RoleDenied, ValidationError } from "../../contract/index.ts"
import { parseTarget } from "../../outbound/index.ts"
import { Vault } from "../../platform/vault.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { Settings } from "../../settings.ts"
import { Queue } from "../../tasks/queue.ts"
import { Webhooks, type WebhookView } from "./webhooks.ts"

const invalidUrl = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })

const noWebhook = () => new NotFound({ what: "A webhook of this organization", next: "Set its URL first." })

interface WebhookEndpointsShape {
  /** The webhook for an organization's page; null without one. */
  readonly view: (
    clearance: OrganizationClearance
  ) => Effect.Effect<WebhookView | null, RoleDenied | SqlError>
  /** Returns the signing secret, which is shown once. */
  readonly set: (organization: string, url: string) => Endpoint<string>
  readonly remove: (organization: string) => Endpoint<null>
  readonly test: (organization: string) => Endpoint<null>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const webhooks = yield* Webhooks
  const queue = yield* Queue
  const vault = yield* Vault
  const { developmentHosts } = yield* Settings

  /** Parses the URL by the rules of the sender; what its name resolves to is checked at each delivery. */
  const urlOf = (text: string): Effect.Effect<URL, ValidationError> => {
    const isDevelopment = URL.canParse(text) && developmentHosts.has(new URL(text).hostname)
    const target = parseTarget(text.trim(), { secure: !isDevelopment })
    return Either.isRight(target)
      ? Effect.succeed(target.right.url)
      : invalidUrl("must be a public https:// address without a port or password, such as Slack gives you")
  }

  const change = <A, E extends NotFound | ValidationError = never>(
    name: string,
    organization: string,
    work: (clearance: OrganizationClearance) => Effect.Effect<A, E | SqlError, SqlClient.SqlClient>
  ): Endpoint<A> => ({
    name: `webhooks.${name}`,
    admits: "members",
    organization,
    role: "owner",
    run: (clearance: OrganizationClearance) =>
      Effect.zipRight(queue.ready, withAuditEvent<A, E | SqlError>(clearance.audit, work(clearance)))
  })

  const shape: WebhookEndpointsShape = {
    view: ({ effectiveRole, organization }) =>
      effectiveRole !== "owner"
        ? new RoleDenied({ required_role: "owner" })
        : Effect.gen(function* () {
            const found = yield* webhooks.find(organization.id)
            if (found === null) return null
            return { ...found, set_by: found.set_by === null ? null : yield* emailOf(found.set_by) }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
    // It sends what happens in the organization to another address.
    set: (organization, url) => ({
      ...change<string, ValidationError>("set", organization, ({ caller, organization: { id } }) =>
        vault.isConfigured
          ? Effect.flatMap(urlOf(url), (parsed) => webhooks.set(id, parsed, caller.userId))
          : invalidUrl(
              "cannot be stored: the service has no SECRETS_KEY to encrypt it with. Ask its operator to set one"
            )
      ),
      needsConfirmation: true
    }),
    remove: (organization) =>
      change<null, NotFound>("remove", organization, ({ organization: { id } }) =>
        Effect.flatMap(webhooks.remove(id), (removed) => (removed ? Effect.succeed(null) : noWebhook()))
      ),
    test: (organization) => ({
      ...change<null, NotFound>("test", organization, ({ organization: { id } }) =>
        Effect.flatMap(webhooks.post(id, { kind: "test" }), (posted) =>
          posted ? Effect.succeed(null) : noWebhook()
        )
      ),
      limit: { name: "webhook_test", perMinute: 10 }
    })
  }
  return shape
})

/** What owners do with the webhook of their organization. */
export class WebhookEndpoints extends Context.Tag("@adwarden/WebhookEndpoints")<
  WebhookEndpoints,
  WebhookEndpointsShape
>() {
  static readonly layer = Layer.effect(WebhookEndpoints, make)
}
