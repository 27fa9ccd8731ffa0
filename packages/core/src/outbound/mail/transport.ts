import { Context, Data, Effect, Layer, Redacted } from "effect"
import { Settings } from "../../settings.ts"
import type { RenderedEmail } from "./message.ts"

/** A mail that is to leave, and the id by which a mailbox can tell a second copy of it. */
export interface OutgoingEmail extends RenderedEmail {
  readonly to: string
  readonly messageId: string
}

/** `final` where the server said no for good: another try would hear the same. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  readonly reason: string
  readonly final: boolean
}> {}

/** How mail leaves this machine; without one it waits in the outbox. */
export class MailTransport extends Context.Tag("@adwarden/MailTransport")<
  MailTransport,
  {
    readonly send: ((mail: OutgoingEmail) => Effect.Effect<void, MailNotSent>) | null
    /** Whether the server takes our login, without sending anything. */
    readonly check: Effect.Effect<void, MailNotSent> | null
  }
>() {
  static readonly layer = Layer.scoped(
    MailTransport,
    Effect.gen(function* () {
      const { appUrl, mailFrom, smtpUrl } = yield* Settings
      if (smtpUrl === null) return { send: null, check: null }
      const from = mailFrom ?? `Adwarden <no-reply@${new URL(appUrl).hostname}>`
      return yield* smtpTransport(smtpUrl, from)
    })
  )
}

/** A server that accepts nothing must not hold up a worker for minutes. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** Loaded when there is mail to send: most processes have none. */
const smtpTransport = (smtpUrl: Redacted.Redacted, from: string) =>
  Effect.gen(function* () {
    const lazyTransport = yield* Effect.cached(
      Effect.promise(async () => {
        const { createTransport } = await import("nodemailer")
        return createTransport({ url: Redacted.value(smtpUrl), pool: true, maxConnections: 2, ...timeouts })
      })
    )
    let used = false
    yield* Effect.addFinalizer(() =>
      used ? Effect.map(lazyTransport, (transport) => transport.close()) : Effect.void
    )
    const check = Effect.flatMap(lazyTransport, (transport) => {
      used = true
      return Effect.tryPromise({ try: () => transport.verify(), catch: notSent })
    }).pipe(Effect.asVoid, Effect.withSpan("MailTransport.check"))
    const send = ({ html, messageId, subject, text, to }: OutgoingEmail) =>
      Effect.flatMap(lazyTransport, (transport) => {
        used = true
        return Effect.tryPromise({
          // An address is handed over as one, not as a text in which a comma could begin another.
          try: () =>
            transport.sendMail({
              from,
              to: { name: "", address: to },
              subject,
              text,
              html,
              messageId,
              headers: { "Auto-Submitted": "auto-generated" },
              disableFileAccess: true,
              disableUrlAccess: true
            }),
          catch: notSent
        })
      }).pipe(Effect.asVoid, Effect.withSpan("MailTransport.send"))
    return { send, check }
  })

/** What the server said, in one line; of an answer that begins with 5 that it is for good (RFC 5321). */
const notSent = (error: unknown): MailNotSent => {
  const { code, response, responseCode } = error as {
    readonly code?: string
    readonly response?: string
    readonly responseCode?: number
  }
  const serverMessage = response ?? (error instanceof Error ? error.message : String(error))
  // A server that does not take our login, or none at all, is a matter of settings, which somebody may put right.
  const final = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH"
  return new MailNotSent({ reason: serverMessage.replaceAll(/\p{Cc}+/gu, " ").slice(0, 500), final })
}
