import { Schema } from "effect"
import type { LinkTarget } from "../../access/index.ts"
import type { LinkedLine, EmailContent as SentContent } from "../../outbound/mail.ts"
import { storedColumn } from "../../storage/stored-json.ts"
import type { NoticeName } from "../notices/notice-names.ts"

/** The changes of a person's second factor. The person is always told. */
export const factorChanges = [
  "factor_enabled",
  "factor_removed",
  "recovery_codes_replaced",
  "recovery_code_used"
] as const
export type FactorChange = (typeof factorChanges)[number]

/** A stored email. */
export interface EmailRow {
  readonly id: number
  readonly message_id: string
  readonly kind:
    | "invitation"
    | "password_reset"
    | "password_changed"
    | "email_change"
    | "email_changed"
    | "key_expiry"
    | "key_exposed"
    | "decision"
    | "webhook_off"
    | "weekly_report"
    | FactorChange
    | NoticeName
  readonly recipient: string
  readonly organization_id: number | null
  readonly subject_id: number | null
  readonly days: number | null
  readonly found_at: string | null
  readonly after_notice: number | null
  /** In stored form. */
  readonly content: unknown
  readonly created_at: string
}

/** The part of a row that its text is written from. */
export type StoredTopic = Omit<EmailRow, "id" | "message_id" | "content"> & Partial<Pick<EmailRow, "content">>

/** A line about one thing of several, with the path of its page. */
export interface DraftLine extends Omit<LinkedLine, "url"> {
  readonly path: string
}

/** Completes the lines of a draft with the address of the service. */
export const withAddresses = (
  paragraphs: EmailDraft["paragraphs"],
  appUrl: string
): SentContent["paragraphs"] =>
  paragraphs.map((one) =>
    typeof one === "string" ? one : { link: one.link, rest: one.rest, url: `${appUrl}${one.path}` }
  )

/**
 * An email without its button's URL, which is created when the email is sent, from the link target or path.
 */
export interface EmailDraft extends Omit<SentContent, "button" | "paragraphs"> {
  readonly paragraphs: ReadonlyArray<string | DraftLine>
  readonly button: { readonly label: string; readonly path: string; readonly link: LinkTarget | null } | null
}

const Content = Schema.Struct({
  subject: Schema.String,
  paragraphs: Schema.Array(Schema.String),
  button: Schema.Struct({ label: Schema.String, path: Schema.String }),
  closing: Schema.Array(Schema.String)
})

/** The content of an email that is written when it is enqueued, such as that of a week. */
export type EmailContent = typeof Content.Type
export const contentColumn = storedColumn("emails.content", Content)

/** The draft of an email whose content was stored. */
export const storedDraft = (...stored: Parameters<typeof contentColumn.read>): EmailDraft => {
  const { button, ...content } = contentColumn.read(...stored)
  return { ...content, button: { ...button, link: null } }
}
