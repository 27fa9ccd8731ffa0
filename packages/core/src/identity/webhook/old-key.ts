import { runSql } from "../../storage/index.ts"

interface SealedWebhook {
  readonly url: Uint8Array
  readonly secret: Uint8Array
}

interface WebhookWithOldKey extends SealedWebhook {
  /** The organization, which has at most one webhook. */
  readonly id: number
}

/** Reads webhooks after `after` that have a value without the prefix of the current key. */
export const webhooksWithOldKey = (currentPrefix: Uint8Array, after: number, limit: number) =>
  runSql<WebhookWithOldKey>`
    select organization_id as id, url, secret from webhooks
    where organization_id > ${after} and
      (substring(url from 1 for 5) <> ${currentPrefix} or substring(secret from 1 for 5) <> ${currentPrefix})
    order by organization_id limit ${limit}`

/** Replaces the sealed values, unless the webhook was set again meanwhile. */
export const replaceSealedWebhook = (before: WebhookWithOldKey, after: SealedWebhook) =>
  runSql`update webhooks set url = ${after.url}, secret = ${after.secret}
    where organization_id = ${before.id} and url = ${before.url} and secret = ${before.secret}`
