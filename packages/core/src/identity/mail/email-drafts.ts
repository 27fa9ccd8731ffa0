import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Invitations, People } from "../../access/index.ts"
import { findKeyNotice } from "../../access/key-notices.ts"
import { membersWithRoles } from "../../access/membership.ts"
import { organizationById } from "../../access/organizations.ts"
import { emailOf } from "../../access/people.ts"
import { type FactorState, factorState } from "../../access/second-factors.ts"
import {
  claimDecisions,
  decisionsNotifiedAt,
  type NotifiedDecision
} from "../../approvals/notified-decisions.ts"
import { readNamesOfCampaigns } from "../../campaigns/index.ts"
import { pagePaths, renderMentions, roles } from "../../contract/index.ts"
import { hostOf } from "../../events/endpoints.ts"
import { namingCampaigns, slugsIn } from "../../log/sentence.ts"
import { Settings } from "../../settings.ts"
import { inTransaction, runSql } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { listed } from "../notices/notice-kind.ts"
import { makeNoticeDraft } from "../notices/notify.ts"
import {
  type DraftLine,
  type EmailDraft,
  type FactorChange,
  factorChanges,
  type StoredTopic,
  storedDraft
} from "./email-draft.ts"
import { Mailer } from "./mailer.ts"

interface FactorChangeText {
  readonly subject: string
  readonly line: (email: string, state: FactorState) => string
}

const texts: Readonly<Record<FactorChange, FactorChangeText>> = {
  factor_enabled: {
    subject: "A second factor was set up for your Adwarden account",
    line: (email) => `Signing in as ${email} now asks for a code of your authenticator app.`
  },
  factor_removed: {
    subject: "The second factor of your Adwarden account was removed",
    line: (email) => `Signing in as ${email} no longer asks for a code: the password is enough.`
  },
  recovery_codes_replaced: {
    subject: "Your recovery codes for Adwarden were replaced",
    line: (email) => `New recovery codes were made for ${email}. The earlier ones no longer work.`
  },
  recovery_code_used: {
    subject: "A recovery code of your Adwarden account was used",
    line: (email, { recoveryCodes }) =>
      `Somebody signed in as ${email} with a recovery code instead of a code of the app. ${recoveryCodes} are left.`
  }
}

const isFactorChange = (kind: string): kind is FactorChange => factorChanges.some((change) => change === kind)

/** The email to a person about a change of their second factor. */
const factorDraft = (kind: FactorChange, email: string, state: FactorState, appUrl: string): EmailDraft => ({
  subject: texts[kind].subject,
  paragraphs: [texts[kind].line(email, state)],
  button: { label: "Check your second factor", path: pagePaths.account("factor"), link: null },
  closing: [
    `If it was not you, choose a new password at ${appUrl}/forgot-password at once, and tell an owner of your organization or the people who run Adwarden.`
  ]
})

/**
 * Tells requesters what was decided about the changes that their keys and apps asked for: at once, then at most one
 * email an hour. Whoever turned emails about approvals off gets none.
 */
export const sendDecisions = Effect.gen(function* () {
  const mailer = yield* Mailer
  yield* mailer.ready
  return yield* inTransaction(
    Effect.gen(function* () {
      const requesters = yield* claimDecisions
      const organizations = [...new Set(requesters.map((one) => one.organization_id))]
      const members = yield* membersWithRoles(organizations, roles)
      const told = members.filter(
        ({ muted, organization_id, user_id }) =>
          !muted.includes("approval") &&
          requesters.some((one) => one.organization_id === organization_id && one.user_id === user_id)
      )
      for (const { email, organization_id: organization, user_id: user } of told)
        yield* mailer.enqueue(email, { kind: "decision", organization, user })
      return { decisions: told.length }
    })
  )
})

export const decisionSchedule = registerSchedule({ name: "decisions", cron: "* * * * *", run: sendDecisions })

const outcomeOf = ({ reason, status }: NotifiedDecision): string => {
  if (status === "failed") return "Approved, but failed"
  if (status === "approved") return "Approved"
  return reason === "expired" ? "Expired" : "Rejected"
}

const lineOf = (decision: NotifiedDecision, org: string) =>
  Effect.map(
    decision.decided_by === null ? Effect.succeed(null) : emailOf(decision.decided_by),
    (by): DraftLine => {
      const { id, reason, status, summary } = decision
      const outcome = `${outcomeOf(decision)}${by === null ? "" : ` by ${by}`}`
      const undone = status === "approved" ? "It was executed." : "Nothing was changed."
      return {
        link: summary,
        path: pagePaths.optimization(org, id),
        rest: reason === null || reason === "expired" ? `. ${outcome}. ${undone}` : `. ${outcome}: ${reason}`
      }
    }
  )

/** Says campaigns by their names, where a decision was stored with their short names. */
const withNames = (organization: number, decisions: ReadonlyArray<NotifiedDecision>) =>
  Effect.gen(function* () {
    const told = decisions.map((one) => ({
      ...one,
      reason: one.reason === null ? null : renderMentions("dashboard", one.reason)
    }))
    const slugs = told.flatMap(({ reason, summary }) => [...slugsIn(summary), ...slugsIn(reason ?? "")])
    const campaigns = yield* runSql(readNamesOfCampaigns([organization], slugs))
    return told.map((one) => ({
      ...one,
      summary: namingCampaigns(one.summary, campaigns),
      reason: one.reason === null ? null : namingCampaigns(one.reason, campaigns)
    }))
  })

/** The email to a requester about the decisions of a moment; null if none is left. */
const decisionDraft = (
  organization: number,
  requester: number,
  at: string
): Effect.Effect<EmailDraft | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [{ name, slug }, decided] = yield* Effect.all([
      organizationById(organization),
      decisionsNotifiedAt(organization, requester, at)
    ])
    const decisions = yield* withNames(organization, decided)
    const [first, ...others] = decisions
    if (first === undefined) return null
    const single = others.length === 0
    return {
      subject: single
        ? `${outcomeOf(first)} – ${first.summary}`
        : `${decisions.length} of your requests at ${name} were decided`,
      paragraphs: [
        single
          ? `A change at ${name} that a key or app asked for on your behalf was decided.`
          : `Changes at ${name} that keys or apps asked for on your behalf were decided.`,
        ...listed(yield* Effect.forEach(decisions, (one) => lineOf(one, slug)))
      ],
      button: {
        label: single ? "Open the request" : "Open the requests",
        path: single ? pagePaths.optimization(slug, first.id) : pagePaths.organization(slug, "optimizations"),
        link: null
      },
      closing: ["Choose your emails at Account › Notifications: this one belongs to approvals."]
    }
  })

const resetMinutes = 60

/** Creates the current content of an email; null if its subject no longer exists. */
export const makeEmailDraft = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const people = yield* People
  const invitations = yield* Invitations
  const { appUrl } = yield* Settings
  const noticeDraft = yield* makeNoticeDraft

  const invitation = (organization: number, id: number) =>
    Effect.map(invitations.find(organization, id), (found): EmailDraft | null =>
      found === null
        ? null
        : {
            subject: `You are invited to ${found.organization} on Adwarden`,
            paragraphs: [
              `${found.invited_by ?? "The people who run Adwarden"} invited you to ${found.organization} on Adwarden, as ${found.role}.`
            ],
            button: {
              label: "Accept the invitation",
              path: "/invitation",
              link: { invitation: id, organization }
            },
            closing: [
              `The invitation is valid until ${found.expires_at.slice(0, 10)} and can be accepted once.`,
              "If you did not expect it, you can ignore this email."
            ]
          }
    )

  const passwordReset = (recipient: string) =>
    Effect.map(people.find({ email: recipient }), (person): EmailDraft | null =>
      person === null
        ? null
        : {
            subject: "Choose a new password for Adwarden",
            paragraphs: [`A new password was requested for ${person.email}.`],
            button: {
              label: "Choose a new password",
              path: "/reset-password",
              link: { user: person.id, linkMinutes: resetMinutes }
            },
            closing: [
              "The link works once and expires after an hour.",
              "If you did not request it, you can ignore this email: your password stays unchanged."
            ]
          }
    )

  const passwordChanged = (user: number) =>
    Effect.map(people.find({ id: user }), (person): EmailDraft | null =>
      person === null
        ? null
        : {
            subject: "Your password for Adwarden was changed",
            paragraphs: [
              `The password of ${person.email} was changed. All other sessions and open reset links have ended.`
            ],
            button: { label: "Check your connected apps", path: pagePaths.account("apps"), link: null },
            closing: [
              `If it was not you, ask for a new password at ${appUrl}/forgot-password at once, and tell an owner of your organization.`
            ]
          }
    )

  const factorChanged = (kind: FactorChange, user: number) =>
    Effect.map(
      Effect.all([people.find({ id: user }), factorState(user)]),
      ([person, state]): EmailDraft | null =>
        person === null ? null : factorDraft(kind, person.email, state, appUrl)
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const emailChange = (user: number, recipient: string) =>
    Effect.map(
      Effect.all([people.find({ id: user }), people.find({ email: recipient })]),
      ([person, taken]): EmailDraft | null =>
        person === null || taken !== null
          ? null
          : {
              subject: "Confirm your new email address for Adwarden",
              paragraphs: [
                `${person.name} asked to use ${recipient} instead of ${person.email} to sign in to Adwarden.`
              ],
              button: {
                label: "Confirm the address",
                path: pagePaths.confirmEmail,
                link: { user: person.id, linkMinutes: resetMinutes, newEmail: recipient }
              },
              closing: [
                "The link works once, expires after an hour, and asks you to sign in.",
                "If you do not know about it, you can ignore this email: nothing changes."
              ]
            }
    )

  const emailChanged = (user: number, recipient: string) =>
    Effect.map(people.find({ id: user }), (person): EmailDraft | null =>
      person === null
        ? null
        : {
            subject: "Your email address for Adwarden was changed",
            paragraphs: [
              `You now sign in to Adwarden with ${person.email}. ${recipient} no longer works, and gets no more emails.`
            ],
            button: { label: "Open your account", path: pagePaths.account("profile"), link: null },
            closing: [
              "If it was not you, tell an owner of your organization or the people who run Adwarden at once."
            ]
          }
    )

  const keyExpiry = (organization: number, key: number) =>
    Effect.map(findKeyNotice(sql, organization, key), (found): EmailDraft | null =>
      found === null || !found.valid || found.expires_at === null
        ? null
        : {
            subject: `Your API key "${found.name}" expires on ${found.expires_at.slice(0, 10)}`,
            paragraphs: [
              `The key ${found.prefix}…${found.last_four} ("${found.name}") of ${found.organization} expires on ${found.expires_at.slice(0, 16).replace("T", " ")} UTC. From then on every request with it is refused.`
            ],
            button: { label: "Rotate the key", path: pagePaths.key(found.slug, key), link: null },
            closing: [
              "Rotate it before then: the replacement has the same name and scopes, and the old key stays valid for up to 48 hours."
            ]
          }
    )

  const keyExposed = (organization: number, key: number, found: string | null) =>
    Effect.map(findKeyNotice(sql, organization, key), (revoked): EmailDraft | null =>
      revoked === null || revoked.revoked_at === null
        ? null
        : {
            subject: `Your API key "${revoked.name}" was found in public and is revoked`,
            paragraphs: [
              `The key ${revoked.prefix}…${revoked.last_four} ("${revoked.name}") of ${revoked.organization} was reported as published${found === null ? "" : ` at ${found}`}. It was revoked on ${revoked.revoked_at.slice(0, 16).replace("T", " ")} UTC, and every request with it is refused.`
            ],
            button: { label: "See what the key did", path: pagePaths.key(revoked.slug, key), link: null },
            closing: [
              `Check the requests made with the key that ends in ${revoked.last_four}. An owner finds all of them under ${renderMentions("dashboard", "{page.settings_audit}")}.`,
              "Create a new key for the program that used it, and remove the old key from the published files."
            ]
          }
    )

  const webhookOff = (organization: number, webhook: number) =>
    Effect.map(
      Effect.all([organizationById(organization), hostOf(organization, webhook)]),
      ([{ name, slug }, host]): EmailDraft | null =>
        host === null
          ? null
          : {
              subject: `A webhook of ${name} was turned off`,
              paragraphs: [
                `Events for ${host} did not arrive for days, so the webhook was turned off. Nothing is sent to it any more.`
              ],
              button: {
                label: "See what failed",
                path: pagePaths.settings(slug, "notifications"),
                link: null
              },
              closing: ["Turn it on again once its receiver works. Events of the meantime can be sent again."]
            }
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  return (row: StoredTopic): Effect.Effect<EmailDraft | null, SqlError> => {
    if (isFactorChange(row.kind)) return factorChanged(row.kind, row.subject_id!)
    switch (row.kind) {
      case "invitation":
        return invitation(row.organization_id!, row.subject_id!)
      case "password_reset":
        return passwordReset(row.recipient)
      case "password_changed":
        return passwordChanged(row.subject_id!)
      case "email_change":
        return emailChange(row.subject_id!, row.recipient)
      case "email_changed":
        return emailChanged(row.subject_id!, row.recipient)
      case "key_expiry":
        return keyExpiry(row.organization_id!, row.subject_id!)
      case "key_exposed":
        return keyExposed(row.organization_id!, row.subject_id!, row.found_at)
      case "webhook_off":
        return webhookOff(row.organization_id!, row.subject_id!)
      case "weekly_report":
        return Effect.succeed(
          storedDraft(row.content, { organization: row.organization_id!, id: row.created_at })
        )
      case "decision":
        return Effect.provideService(
          decisionDraft(row.organization_id!, row.subject_id!, row.created_at),
          SqlClient.SqlClient,
          sql
        )
      default:
        return noticeDraft(row.kind, row.organization_id!, row.after_notice)
    }
  }
})
