import { Context, Data, Effect, Layer, Redacted } from "effect"
import { Settings } from "../settings.ts"

/** One thing of several: what it is, as a link to its page, and what is said of it. */
export interface LinkedLine {
  readonly link: string
  readonly url: string
  readonly rest: string
}

/** The content of an email: short paragraphs and at most one button. */
export interface EmailContent {
  readonly subject: string
  readonly paragraphs: ReadonlyArray<string | LinkedLine>
  /** The only button and its label. */
  readonly button: { readonly label: string; readonly url: string } | null
  /** Below the button. */
  readonly closing: ReadonlyArray<string>
}

export interface RenderedEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The longest subject and paragraph. Names come from people, and our sentences around them are not cut. */
const [maxSubject, maxParagraph] = [200, 1000]

/** Names come from people: this removes line breaks and limits the length. */
const oneLine = (text: string, maxLength: number): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .slice(0, maxLength)

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)

const signature = "Adwarden"

const htmlPage = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>` +
  `<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1.5rem">${body}</body></html>`

const buttonStyle =
  "display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1f4fd1;color:#ffffff;text-decoration:none;font-weight:600"

/** Renders the email as plain text and as equivalent simple HTML that loads nothing. */
export const renderEmail = ({ button, closing, paragraphs, subject }: EmailContent): RenderedEmail => {
  const paragraphOf = (text: string): string => oneLine(text, maxParagraph)
  const after = closing.map(paragraphOf)
  const textOf = (one: string | LinkedLine): string =>
    typeof one === "string" ? paragraphOf(one) : `${paragraphOf(one.link + one.rest)}\n${one.url}`
  const htmlOf = (one: string | LinkedLine): string => {
    if (typeof one === "string") return escaped(paragraphOf(one))
    const link = paragraphOf(one.link)
    const rest = paragraphOf(one.link + one.rest).slice(link.length)
    return `<a href="${escaped(one.url)}">${escaped(link)}</a>${escaped(rest)}`
  }
  const link = button === null ? [] : [`${button.label}:\n${button.url}`]
  const buttonHtml =
    button === null
      ? ""
      : `<p><a href="${escaped(button.url)}" style="${buttonStyle}">${escaped(button.label)}</a></p>` +
        `<p style="font-size:.9em">Or open this address: ${escaped(button.url)}</p>`
  const paragraphsHtml = (of: ReadonlyArray<string | LinkedLine>) =>
    of.map((one) => `<p>${htmlOf(one)}</p>`).join("")
  return {
    subject: oneLine(subject, maxSubject),
    text: `${[...paragraphs.map(textOf), ...link, ...after, `-- \n${signature}`].join("\n\n")}\n`,
    html: htmlPage(`${paragraphsHtml(paragraphs)}${buttonHtml}${paragraphsHtml(after)}<p>${signature}</p>`)
  }
}

/** An email to send, and the id by which a mailbox detects duplicates. */
interface OutgoingEmail extends RenderedEmail {
  readonly to: string
  readonly messageId: string
}

/** `final` if the server rejected it permanently, so that a retry would fail again. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  readonly reason: string
  readonly final: boolean
}> {}

/** Sends email. Without a transport, emails wait in the outbox. */
export class MailTransport extends Context.Tag("@adwarden/MailTransport")<
  MailTransport,
  {
    readonly send: ((mail: OutgoingEmail) => Effect.Effect<void, MailNotSent>) | null
    /** Checks whether the server accepts our login, without sending anything. */
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

/** A server that does not respond must not block a worker for minutes. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** Loaded on the first email: most processes send none. */
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
          // The address is passed as an object: in a text, a comma could start another address.
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

/** The server's message in one line; a 5xx reply is final (RFC 5321). */
const notSent = (error: unknown): MailNotSent => {
  const { code, response, responseCode } = error as {
    readonly code?: string
    readonly response?: string
    readonly responseCode?: number
  }
  const serverMessage = response ?? (error instanceof Error ? error.message : String(error))
  // A rejected or missing login is a settings error, which an operator can fix.
  const final = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH"
  return new MailNotSent({ reason: serverMessage.replaceAll(/\p{Cc}+/gu, " ").slice(0, 500), final })
}
