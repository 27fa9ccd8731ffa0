import { randomBytes } from "node:crypto"
import { Effect, Redacted } from "effect"
import type { WebhookFormat } from "../contract/index.ts"
import { Vault, type VaultShape } from "../platform/vault.ts"
import { runSql } from "../storage/index.ts"
import { type DeliveryView, readDeliveries } from "./deliveries.ts"

/** What the sealed address and secrets are bound to. */
export const webhookContext = (organization: number): string => `webhook/${organization}`

/** How long the secret before a rotation still signs too. */
export const overlapHours = 24
export const maxEndpoints = 10

/** As Standard Webhooks has it. */
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`

/** A webhook of an organization as its owners see it. */
export interface WebhookView {
  readonly id: number
  /** The host of its URL. The URL itself is a secret: who knows it can post in the channel. */
  readonly host: string
  readonly format: WebhookFormat
  readonly events: ReadonlyArray<string>
  readonly created_at: string
  readonly created_by: number | null
  /** Until when the secret before signs too; null if it does not. */
  readonly previous_until: string | null
  readonly failing_since: string | null
  readonly disabled_at: string | null
  /** Newest first. */
  readonly deliveries: ReadonlyArray<DeliveryView>
}

/** Reads the webhooks of an organization with their newest deliveries. */
export const readWebhooks = (organization: number) =>
  Effect.gen(function* () {
    const endpoints = yield* runSql<Omit<WebhookView, "deliveries">>`
      select id, host, format, events, created_at, created_by, failing_since, disabled_at,
        case when previous_until > now() then previous_until end as previous_until
      from webhook_endpoints where organization_id = ${organization} order by id`
    return yield* Effect.forEach(endpoints, (endpoint) =>
      Effect.map(
        readDeliveries(organization, endpoint.id),
        (deliveries): WebhookView => ({ ...endpoint, deliveries })
      )
    )
  })

/** Reads the host of a webhook; null if it was removed. */
export const hostOf = (organization: number, id: number) =>
  Effect.map(
    runSql<{ host: string }>`
      select host from webhook_endpoints where organization_id = ${organization} and id = ${id}`,
    ([row]) => row?.host ?? null
  )

interface NewEndpoint {
  readonly url: URL
  readonly format: WebhookFormat
  readonly events: ReadonlyArray<string>
  readonly by: number
  /** The newest notice: it gets those after it. */
  readonly toldUntil: number
}

const seal = (vault: VaultShape, organization: number, text: string) =>
  vault.seal(Redacted.make(text), webhookContext(organization))

/** Adds a webhook and returns its secret; null if there are too many. Runs under the organization's lock. */
export const addEndpoint = (organization: number, { by, events, format, toldUntil, url }: NewEndpoint) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const [found] = yield* runSql<{ count: number }>`
      select count(*) as count from webhook_endpoints where organization_id = ${organization}`
    if (found!.count >= maxEndpoints) return null
    const secret = newSecret()
    yield* runSql`
      insert into webhook_endpoints (organization_id, host, format, events, url, secret, created_by, told_until)
      values (${organization}, ${url.host}, ${format}, ${events}, ${seal(vault, organization, url.href)},
        ${seal(vault, organization, secret)}, ${by}, ${toldUntil})`
    return secret
  })

/** Gives a webhook a new secret and returns it; null if there is no such webhook. The one before stays valid for a while. */
export const rotateSecret = (organization: number, id: number) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const secret = newSecret()
    const rows = yield* runSql`
      update webhook_endpoints set previous_secret = secret, secret = ${seal(vault, organization, secret)},
        previous_until = now() + make_interval(hours => ${overlapHours}::integer)
      where organization_id = ${organization} and id = ${id} returning id`
    return rows.length === 0 ? null : secret
  })

const changed = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

/** Each returns whether there is such a webhook. */
export const turnOn = (organization: number, id: number, newestNotice: number) =>
  changed(runSql`
    update webhook_endpoints set disabled_at = null, failing_since = null, told_until = ${newestNotice}
    where organization_id = ${organization} and id = ${id} returning id`)

export const turnOff = (organization: number, id: number) =>
  changed(runSql`
    update webhook_endpoints set disabled_at = now()
    where organization_id = ${organization} and id = ${id} returning id`)

export const removeEndpoint = (organization: number, id: number) =>
  Effect.zipRight(
    runSql`delete from webhooks where organization_id = ${organization} and url = (
      select url from webhook_endpoints where organization_id = ${organization} and id = ${id})`,
    changed(runSql`
      delete from webhook_endpoints where organization_id = ${organization} and id = ${id} returning id`)
  )

export const removeEndpoints = (organization: number) =>
  Effect.zipRight(
    runSql`delete from webhooks where organization_id = ${organization}`,
    runSql`delete from webhook_endpoints where organization_id = ${organization}`
  )

/** Greater than any notice. */
const toldByOthers = "9223372036854775807"

/**
 * Takes over the webhooks that hosts of the version before set: they post notices in Slack's format. Their rows stay for
 * those hosts, which find no notice newer than the greatest number.
 */
export const adoptEarlierWebhooks = Effect.gen(function* () {
  const earlier = yield* runSql<{
    organization_id: number
    host: string
    url: Uint8Array
    secret: Uint8Array
    set_by: number | null
    told_until: number
  }>`select organization_id, host, url, secret, set_by, told_until from webhooks
    where told_until < ${toldByOthers}::bigint`
  for (const { host, organization_id, secret, set_by, told_until, url } of earlier) {
    const taken = yield* runSql`update webhooks set told_until = ${toldByOthers}::bigint
      where organization_id = ${organization_id} and told_until = ${told_until} returning organization_id`
    if (taken.length === 0) continue
    yield* runSql`
      insert into webhook_endpoints (organization_id, host, format, events, url, secret, created_by, told_until)
      values (${organization_id}, ${host}, 'slack', '{notice}', ${url}, ${secret}, ${set_by}, ${told_until})`
  }
})

interface SealedEndpoint {
  readonly url: Uint8Array
  readonly secret: Uint8Array
  readonly previous_secret: Uint8Array | null
}

interface EndpointWithOldKey extends SealedEndpoint {
  readonly id: number
  readonly organization: number
}

/** Reads webhooks after `after` that have a value without the prefix of the current key. */
export const endpointsWithOldKey = (currentPrefix: Uint8Array, after: number, limit: number) =>
  runSql<EndpointWithOldKey>`
    select id, organization_id as organization, url, secret, previous_secret from webhook_endpoints
    where id > ${after} and (substring(url from 1 for 5) <> ${currentPrefix}
      or substring(secret from 1 for 5) <> ${currentPrefix}
      or substring(previous_secret from 1 for 5) <> ${currentPrefix})
    order by id limit ${limit}`

/** Replaces the sealed values, unless the secret was replaced meanwhile. */
export const replaceSealedEndpoint = (before: EndpointWithOldKey, after: SealedEndpoint) =>
  runSql`update webhook_endpoints set url = ${after.url}, secret = ${after.secret},
      previous_secret = ${after.previous_secret}
    where organization_id = ${before.organization} and id = ${before.id} and secret = ${before.secret}`
