import type { FactorState } from "../../access/second-factors.ts"
import { pagePaths } from "../../contract/index.ts"
import { type EmailDraft, type FactorChange, factorChanges } from "./email-draft.ts"

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

export const isFactorChange = (kind: string): kind is FactorChange =>
  factorChanges.some((change) => change === kind)

/** The email to a person about a change of their second factor. */
export const factorDraft = (
  kind: FactorChange,
  email: string,
  state: FactorState,
  appUrl: string
): EmailDraft => ({
  subject: texts[kind].subject,
  paragraphs: [texts[kind].line(email, state)],
  button: { label: "Check your second factor", path: pagePaths.account("factor"), link: null },
  closing: [
    `If it was not you, choose a new password at ${appUrl}/forgot-password at once, and tell an owner of your organization or the people who run Adwarden.`
  ]
})
