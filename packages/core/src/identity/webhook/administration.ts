import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Either } from "effect"
import { lockOrganization } from "../../access/organizations.ts"
import { emailOf } from "../../access/people.ts"
import { NotFound, pagePaths, RoleDenied, ValidationError } from "../../contract/index.ts"
import { addDelivery, type DeliveryView, readDeliveries, sendAgain } from "../../events/deliveries.ts"
import {
  addEndpoint,
  maxEndpoints,
  readWebhooks,
  removeEndpoint,
  rotateSecret,
  turnOff,
  turnOn,
  type WebhookView
} from "../../events/endpoints.ts"
import { parseTarget } from "../../outbound/index.ts"
import { administerChange } from "../../pipeline/administer.ts"
import { Vault } from "../../platform/vault.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Settings } from "../../settings.ts"
import { runSql } from "../../storage/index.ts"
import { Queue } from "../../tasks/queue.ts"

const invalidUrl = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })

const required = (what: string, found: boolean) =>
  found ? Effect.succeed(null) : new NotFound({ what, next: "Reload the page." })
const requiredWebhook = (found: boolean) => required("That webhook of this organization", found)

/** A webhook with the email address of who added it. */
export interface ShownWebhook extends Omit<WebhookView, "created_by"> {
  readonly created_by: string | null
}

/** What the page of the webhooks reads. */
export const webhookReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    /** The webhooks of an organization, for its owners. */
    webhooks: ({
      effectiveRole,
      organization
    }: OrganizationClearance): Effect.Effect<ReadonlyArray<ShownWebhook>, RoleDenied | SqlError> =>
      effectiveRole !== "owner"
        ? new RoleDenied({ required_role: "owner" })
        : Effect.gen(function* () {
            const webhooks = yield* readWebhooks(organization.id)
            return yield* Effect.forEach(webhooks, ({ created_by: by, ...webhook }) =>
              Effect.map(by === null ? Effect.succeed(null) : emailOf(by), (created_by) => ({
                ...webhook,
                created_by
              }))
            )
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
    /** The newest deliveries of a webhook, for the same. */
    deliveries: (
      { effectiveRole, organization }: OrganizationClearance,
      id: number,
      rows: number
    ): Effect.Effect<ReadonlyArray<DeliveryView>, RoleDenied | SqlError> =>
      effectiveRole !== "owner"
        ? new RoleDenied({ required_role: "owner" })
        : readDeliveries(organization.id, id, rows).pipe(Effect.provideService(SqlClient.SqlClient, sql))
  }
})

const newestNotice = (organization: number) =>
  Effect.map(
    runSql<{ id: number }>`
      select coalesce(max(id), 0) as id from notices where organization_id = ${organization}`,
    ([newest]) => newest!.id
  )

/** The webhooks of an organization. */
export const webhookAdministration = Effect.gen(function* () {
  const queue = yield* Queue
  const vault = yield* Vault
  const { appUrl, developmentHosts } = yield* Settings
  const change: typeof administerChange = (name, work) => administerChange(name, work, queue.ready)
  const withQueue = Effect.provideService(Queue, queue)
  const withVault = Effect.provideService(Vault, vault)

  /** Parses the URL by the rules of the sender; what its name resolves to is checked at each delivery. */
  const urlOf = (text: string): Effect.Effect<URL, ValidationError> => {
    const isDevelopment = URL.canParse(text) && developmentHosts.has(new URL(text).hostname)
    const target = parseTarget(text.trim(), { secure: !isDevelopment })
    return Either.isRight(target)
      ? Effect.succeed(target.right.url)
      : invalidUrl("must be a public https:// address without a port or password")
  }

  return {
    /** Returns the secret, which is shown once. */
    "webhooks.create": change(
      "webhooks.create",
      ({ caller, organization: { id } }, { events, format, url }) =>
        Effect.gen(function* () {
          if (!vault.isConfigured) {
            return yield* invalidUrl(
              "cannot be stored: the service has no SECRETS_KEY to encrypt it with. Ask its operator to set one"
            )
          }
          const parsed = yield* urlOf(url)
          yield* lockOrganization(id)
          const toldUntil = yield* newestNotice(id)
          const secret = yield* addEndpoint(id, { url: parsed, format, events, by: caller.userId, toldUntil })
          if (secret !== null) return secret
          return yield* invalidUrl(`cannot be added: there are ${maxEndpoints} webhooks already`)
        }).pipe(withVault)
    ),
    /** Returns the new secret. */
    "webhooks.rotate": change("webhooks.rotate", ({ organization }, { id }) =>
      Effect.flatMap(rotateSecret(organization.id, id), (secret) =>
        secret === null ? Effect.zipRight(requiredWebhook(false), Effect.succeed("")) : Effect.succeed(secret)
      ).pipe(withVault)
    ),
    "webhooks.turn_on": change("webhooks.turn_on", ({ organization }, { id }) =>
      newestNotice(organization.id).pipe(
        Effect.flatMap((newest) => turnOn(organization.id, id, newest)),
        Effect.flatMap(requiredWebhook)
      )
    ),
    "webhooks.turn_off": change("webhooks.turn_off", ({ organization }, { id }) =>
      Effect.flatMap(turnOff(organization.id, id), requiredWebhook)
    ),
    "webhooks.remove": change("webhooks.remove", ({ organization }, { id }) =>
      Effect.flatMap(removeEndpoint(organization.id, id), requiredWebhook)
    ),
    "webhooks.test": change("webhooks.test", ({ organization: { id: organization, slug } }, { id }) =>
      Effect.gen(function* () {
        const found = (yield* readWebhooks(organization)).some((one) => one.id === id)
        yield* requiredWebhook(found)
        const summary = "A test: events of your organization will be sent here."
        const url = `${appUrl}${pagePaths.settings(slug, "notifications")}`
        const content = { data: { organization: slug, summary, url } }
        yield* addDelivery(organization, id, { type: "test", content })
        return null
      }).pipe(withQueue)
    ),
    "webhooks.resend": change("webhooks.resend", ({ organization }, { id }) =>
      Effect.flatMap(sendAgain(organization.id, id), (found) =>
        required("That event, as one that was sent,", found)
      ).pipe(withQueue)
    )
  }
})
