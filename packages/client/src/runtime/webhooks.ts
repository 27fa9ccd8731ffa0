import type { WebhookEvent } from "../generated/webhook-events.ts"

/** The request is no event that Adwarden sent within the last minutes: do not act on it. `message` says why. */
export class WebhookUnverifiedError extends Error {
  override readonly name = "WebhookUnverifiedError"
}

export type HeaderSource = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const headerOf = (headers: HeaderSource, name: string): string => {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof found === "string") return found
  throw new WebhookUnverifiedError(`The header ${name} is missing.`)
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Older requests, and those from the future, are refused: somebody could have recorded them. */
const toleranceSeconds = 5 * 60

/**
 * Checks that a request to a webhook of yours comes from Adwarden, and returns its event. Give it the body as it arrived:
 * parsing and writing it again changes bytes. Within the tolerance the same event can arrive again, with the same
 * `webhook-id`.
 *
 * ```ts
 * const event = await verifyWebhook(await request.text(), request.headers, secret)
 * if (event.type === "approval.requested") console.log(event.data.summary, event.data.url)
 * ```
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string
): Promise<WebhookEvent> => {
  const [id, timestamp, signatures] = [
    headerOf(headers, "webhook-id"),
    headerOf(headers, "webhook-timestamp"),
    headerOf(headers, "webhook-signature")
  ]
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds))
    throw new WebhookUnverifiedError("The timestamp is not of the last minutes.")
  const secretBytes = bytesOf(secret.replace(/^whsec_/, ""))
  if (secretBytes === null) throw new WebhookUnverifiedError("The secret is not one of a webhook.")
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey("raw", secretBytes, algorithm, false, ["verify"])
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  // One for each secret that is valid while secrets are replaced. It compares in constant time.
  for (const signature of signatures.split(" ")) {
    const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : null
    if (bytes !== null && (await subtle.verify("HMAC", key, bytes, content)))
      return JSON.parse(text) as WebhookEvent
  }
  throw new WebhookUnverifiedError("No signature is of this secret.")
}
