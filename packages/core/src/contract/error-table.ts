import { Schema } from "effect"
import type {
  AdNotSupported,
  BudgetCapExceeded,
  BusinessProfileNotReady,
  ErrorCode,
  ErrorOf,
  LimitFigures,
  Unauthorized
} from "./errors.ts"
import { channelNames } from "./resources/campaign.ts"
import { roleFor } from "./scopes.ts"
import { shortMoneyFormatter, waitText } from "./values/numbers.ts"
import { ThirdPartyText, thirdParty } from "./values/text.ts"

type Limits = Omit<BudgetCapExceeded, "_tag" | keyof Error>

const isOverCap = ({ monthly_cap }: LimitFigures): boolean => monthly_cap !== undefined
const isOverCall = ({ allowed_min }: LimitFigures): boolean => allowed_min !== undefined

const perCall = ({ allowed_max, allowed_min, currency }: Limits): string => {
  const money = shortMoneyFormatter(currency)
  return `One call may move this budget only to between ${money(allowed_min!)} and ${money(allowed_max!)}.`
}
const cap = ({ allowed_max_daily, currency, monthly_cap }: Limits): string => {
  const money = shortMoneyFormatter(currency)
  return `All budgets, daily ones times 30, must stay within the monthly cap of ${money(monthly_cap!)}. This campaign may have at most ${money(allowed_max_daily!)} a day.`
}

/** What to send instead: one amount or range that every exceeded limit accepts. */
const remedy = (figures: Limits): string => {
  const { allowed_max, allowed_max_daily, allowed_min, currency } = figures
  if (!isOverCall(figures)) {
    return " Stay within that, or lower the budget of another campaign first with {campaigns.update}."
  }
  if (!isOverCap(figures)) return " Send a budget in that range."
  const money = shortMoneyFormatter(currency)
  return ` Send a budget between ${money(allowed_min!)} and ${money(Math.min(allowed_max!, allowed_max_daily!))}.`
}

/** The message of a rejected budget change: each exceeded limit, then what to send instead. */
const limitMessage = (figures: Limits): string =>
  [isOverCall(figures) ? perCall(figures) : "", isOverCap(figures) ? cap(figures) : ""]
    .filter((sentence) => sentence !== "")
    .join(" ") + remedy(figures)

/**
 * The message of a rejected undo. Undo sends no budget, so it states why the old value cannot be restored.
 */
const refusedUndoMessage = (figures: Limits, restores: string): string =>
  isOverCap(figures)
    ? `This action cannot be undone now: the undo would restore ${restores}. ${cap(figures)} Lower the budget of another campaign with {campaigns.update}, or have an owner raise the cap under {page.settings_limits}, then undo again.`
    : `This action cannot be undone: the undo would restore ${restores}, and a launched campaign keeps a daily budget of at least ${shortMoneyFormatter(figures.currency)(figures.allowed_min!)}. To stop its spend, pause it with {campaigns.set_state}.`

/** Messages for a missing business profile when a draft is started. */
const profileNotReadyMessages: Record<BusinessProfileNotReady["why"], string> = {
  none: "The organization has no business profile yet, and a draft starts from it. Start the analysis of its website in the dashboard under {page.profile}.",
  analysing: "The business profile is still being created from the website.",
  failed:
    "The last analysis of the website failed, so there is no business profile to start from. Check the reason in the dashboard under {page.profile}, and start it again there or with adwarden organizations analyse-website."
}

/** Messages for a campaign that accepts no new ad. */
const adNotSupportedMessages: Record<AdNotSupported["why"], string> = {
  imported:
    "This campaign was imported from the ad platform, and its ads are managed there. Add the ad in the ad platform, or choose a campaign that was created here.",
  competitor:
    "A competitor campaign takes no ads from a landing page: they are made with the choice of competitors in the dashboard. Choose another campaign."
}

/** The message for a queued write that cannot be withdrawn. */
const notWithdrawnMessage = (status: string): string => {
  const next =
    status === "rejected" || status === "failed"
      ? "Nothing of it was done, so nothing is left to withdraw."
      : "Undo it with {actions.undo}; {queued_writes.get} returns its action_id."
  return `The queued write is ${status}, and only a pending one can be withdrawn. ${next}`
}

export interface ErrorRow<E> {
  readonly status: number
  /** When it occurs, for the reference page. */
  readonly when: string
  /** The fields besides code, message and doc_url. */
  readonly extra: Schema.Struct.Fields
  /** Optional fields that come together; at least one of these groups does. */
  readonly together?: ReadonlyArray<ReadonlyArray<string>>
  readonly message: (error: E) => string
}

const number = Schema.Number
const text = Schema.String
const none = {}
const connect = "Connect one in the dashboard under {page.settings_accounts}, then send the call again."

/** What to do about a rejected credential. */
const whyUnauthorized: Record<Unauthorized["why"], string> = {
  missing: "Send a credential: Authorization: Bearer <API key or access token>.",
  malformed: "The credential is not well formed. Check that the whole key was copied.",
  unknown: "The credential is not known here. Check that it belongs to this service, or create a new one.",
  revoked: "The credential was revoked. Create a new one in the dashboard under {page.account_keys}.",
  expired:
    "The credential has expired. Create a key in the dashboard under {page.account_keys}, or connect again.",
  creator_role:
    "The person who created this key no longer holds a role that allows its scopes. Ask an owner for a new key.",
  in_query: "A credential is never taken from the query string. Send it as Authorization: Bearer <token>.",
  wrong_audience:
    "This access token was issued for another surface of the service. Ask for one with this resource."
}

const suspendedMessage = (org: string): string =>
  `An owner of ${JSON.stringify(org)} suspended all API keys and connected apps, so nothing was done. Ask an owner to lift the suspension in the dashboard under {page.settings_keys}; the same credential then works again. Until then every attempt fails.`

const suspendedKeyMessage = (org: string): string =>
  `This API key of ${JSON.stringify(org)} is suspended, so nothing was done. Ask an owner, or the person who suspended it, to resume it in the dashboard under {page.settings_keys}; the same key then works again. Until then every attempt fails.`

const secondFactorMessage = (org: string): string =>
  `${JSON.stringify(org)} requires a second factor, and you have not set one up. Set it up in the dashboard under {page.account_factor}, then open this again.`

/** One row per error code: its status, its extra fields and its message. */
export const errorTable: { readonly [Code in ErrorCode]: ErrorRow<ErrorOf<Code>> } = {
  unauthorized: {
    status: 401,
    when: "The credential is missing, malformed, unknown, revoked or expired, or its creator's role fell below its scopes.",
    extra: none,
    message: (e) => whyUnauthorized[e.why]
  },
  insufficient_scope: {
    status: 403,
    when: "The credential lacks the scope that the operation needs. Nothing changed.",
    extra: { required_scope: text },
    message: (e) =>
      `This call needs the scope ${e.required_scope}, which the credential does not carry. Use a key created with it under {page.account_keys}, or reconnect and grant it; that takes the role ${roleFor(e.required_scope)}, which an owner of the organization can give.`
  },
  org_access_denied: {
    status: 403,
    when: "The organization does not exist, the credential cannot act in it, or its access is suspended.",
    extra: none,
    message: (e) => {
      if (e.suspended === true) return suspendedMessage(e.org)
      if (e.suspended === "key") return suspendedKeyMessage(e.org)
      if (e.secondFactor === true) return secondFactorMessage(e.org)
      return e.org === "_"
        ? "This credential has no organization of its own. Name one: list them with {organizations.list}."
        : `This credential cannot act in ${JSON.stringify(e.org)}. List the organizations it can act in with {organizations.list}.`
    }
  },
  role_denied: {
    status: 403,
    when: "The person behind the credential has too low a role in this organization.",
    extra: { required_role: text },
    message: (e) =>
      e.because ??
      `This needs the role ${e.required_role} in the organization. An owner can give you that role under {page.settings_members}, or act in your place.`
  },
  validation_error: {
    status: 400,
    when: "The input does not match the operation's schema.",
    extra: { fields: Schema.Array(Schema.Struct({ path: text, message: text })) },
    message: (e) => {
      const first = e.fields[0]
      const more = e.fields.length > 1 ? ` (and ${e.fields.length - 1} more, see fields)` : ""
      if (first === undefined) return "The input is not valid."
      // Some messages are complete sentences with a period.
      const why = `${first.message}${more}`.replace(/\.$/, "")
      return `${first.path}: ${why}. Nothing was done.`
    }
  },
  not_found: {
    status: 404,
    when: "No resource with that name or id is visible to this credential.",
    extra: none,
    message: (e) => `${e.what} was not found. ${e.next ?? "Check the id or slug, and list what is there."}`
  },
  budget_cap_exceeded: {
    status: 422,
    when: "The budget changes by more than one call can, or the daily budgets times 30 pass the monthly cap; each exceeded limit brings its pair.",
    extra: {
      allowed_min: Schema.optional(number),
      allowed_max: Schema.optional(number),
      monthly_cap: Schema.optional(number),
      allowed_max_daily: Schema.optional(number)
    },
    together: [
      ["allowed_min", "allowed_max"],
      ["monthly_cap", "allowed_max_daily"]
    ],
    message: (e) => (e.restores === undefined ? limitMessage(e) : refusedUndoMessage(e, e.restores))
  },
  launch_blocked: {
    status: 422,
    when: "Something that a launch needs is missing; blocked_by names the first such thing.",
    extra: { blocked_by: text },
    message: (e) => e.reason
  },
  sync_conflict: {
    status: 409,
    when: "Others changed the campaign in the ad platform, and the call would start or overwrite that unreviewed.",
    extra: { changes: Schema.Array(Schema.Struct({ at: text, by: ThirdPartyText, what: ThirdPartyText })) },
    message: (e) =>
      `Others changed the campaign in the ad platform (${e.changes.length === 1 ? "1 change" : `${e.changes.length} changes`}), and nobody here has reviewed that. Look at changes, accept them with {campaigns.accept_changes}, then send the call again. A pause always works.`
  },
  approval_required: {
    status: 202,
    when: "The organization requires approval, and the change is now queued.",
    extra: { queued_recommendation_id: text, url: text },
    message: (e) =>
      `A person has to approve this change in the dashboard under {page.optimizations id=${e.queued_recommendation_id}}. Follow it with {queued_writes.get queued_id=${e.queued_recommendation_id}}; do not send it again.`
  },
  ad_account_not_linked: {
    status: 409,
    when: "The campaign is not linked to an ad-platform account that the user can access.",
    extra: none,
    message: () => `The campaign is not linked to an ad-platform account you can access. ${connect}`
  },
  ad_account_not_selected: {
    status: 409,
    when: "No ad-platform account is selected for the organization.",
    extra: none,
    message: () => `No ad-platform account is selected for the organization. ${connect}`
  },
  ad_platform_connection_incomplete: {
    status: 409,
    when: "The connection to the ad platform was begun and not finished, or its login was revoked.",
    extra: none,
    message: (e) =>
      e.because === undefined
        ? "The connection to the ad platform is not complete. Finish it in the dashboard under {page.settings_accounts}, then send the call again."
        : `The ad platform cannot be reached through this account: ${e.because.replace(/\.?$/, ".")} Connect it again in the dashboard under {page.settings_accounts}, then send the call again.`
  },
  business_profile_not_ready: {
    status: 409,
    when: "The business profile is missing or still being analysed.",
    extra: none,
    message: (e) =>
      `${profileNotReadyMessages[e.why]} Wait until {organizations.business_profile} says that it is ready, then send the call again.`
  },
  ad_not_supported: {
    status: 409,
    when: "Imported external campaigns and competitor campaigns take no new ads.",
    extra: none,
    message: (e) => adNotSupportedMessages[e.why]
  },
  channel_not_supported: {
    status: 409,
    when: "Ads, keywords, exclusions and search terms are read and changed only for search campaigns.",
    extra: { channel: text },
    message: (e) =>
      `This is a ${channelNames[e.channel]} campaign: the service changes its budget, name and state, and nothing inside it. Change that in the ad platform, or choose a search campaign.`
  },
  recently_applied: {
    status: 409,
    when: "The recommendation was applied in the last five minutes.",
    extra: { retry_after_seconds: number },
    message: () =>
      "This recommendation was just applied: it worked, and nothing is left to apply. Undo it with {actions.undo}."
  },
  recommendation_not_pending: {
    status: 409,
    when: "Only a pending recommendation can be applied, and only a pending queued write withdrawn.",
    extra: none,
    message: (e) =>
      e.queued === true
        ? notWithdrawnMessage(e.status)
        : `This recommendation is ${e.status}, and only a pending one can be applied. Run its detector again with {detectors.run} for a new one.`
  },
  undo_conflict: {
    status: 409,
    when: "A later action moved what this one had set.",
    extra: { conflicting_action_id: text },
    message: (e) =>
      `A later action (${e.conflicting_action_id}) changed the same thing. Undo that one first with {actions.undo id=${e.conflicting_action_id}} if you still want this undone.`
  },
  preview_stale: {
    status: 409,
    when: "What the preview showed is no longer what would happen.",
    extra: { current: thirdParty(Schema.Unknown) },
    message: (e) =>
      e.because ??
      "Something changed since the preview. Look at current, and send its preview_hash if you still want it."
  },
  preview_required: {
    status: 409,
    when: "The organization requires a preview of changes with a warning code, and this credential has not previewed this change within 24 hours.",
    extra: { preview: thirdParty(Schema.Unknown) },
    message: (e) =>
      `Nothing was changed: the change has warnings that count (${e.codes.join(", ")}), and the organization requires a preview of such changes. Read warnings in preview, then send the same call with its preview_hash if you still want it.`
  },
  idempotency_conflict: {
    status: 409,
    when: "The idempotency key was used before with other parameters.",
    extra: none,
    message: () =>
      "This idempotency key belongs to a call with other parameters. Use a new key for a new call."
  },
  rate_limited: {
    status: 429,
    when: "Too many requests in a minute, or website reads in a day.",
    extra: { limit: number, resets_at: text },
    message: (e) =>
      e.of === "website reads"
        ? `The organization read its ${e.limit} websites of today. The next day begins at ${e.resets_at}; facts that were read within a day stay readable.`
        : `More than ${e.limit} requests a minute. Wait ${waitText(e.retryAfter)}, then go on.`
  },
  write_quota_exceeded: {
    status: 429,
    when: "The organization executed all the writes of its day.",
    extra: { limit: number, resets_at: text },
    message: (e) =>
      `The organization used its ${e.limit} writes of today. The next day begins at ${e.resets_at}.`
  },
  approval_queue_full: {
    status: 429,
    when: "The approval queue of the organization is full, or the caller's half of it. Writes that stop spend are queued all the same.",
    extra: { limit: number },
    message: (e) =>
      `${e.of === "caller" ? `${e.limit} changes of this caller wait for approval, which is its half of the approval queue` : `The approval queue is full (${e.limit})`}. Wait until an owner or admin has approved or rejected some in the dashboard under {page.optimizations}, then send this again.`
  },
  payload_too_large: {
    status: 413,
    when: "The body is larger than the operation takes.",
    extra: none,
    message: (e) => `The body is larger than ${e.limit} bytes. Send less in one call.`
  },
  internal_error: {
    status: 500,
    when: "A defect of the service.",
    extra: { request_id: text },
    message: (e) => `Something went wrong on our side. Tell support the request id ${e.request_id}.`
  },
  unavailable: {
    status: 503,
    when: "The database, the queue or the ad platform is unavailable, or the resource is still being processed.",
    extra: none,
    message: (e) =>
      `${e.because ?? "The service cannot reach its database right now."} Try again in ${waitText(e.retryAfter)}.`
  }
}

export const errorCodes = Object.keys(errorTable) as ReadonlyArray<ErrorCode>
