import { type CredentialApprovals, credentialApprovals, isStricter } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { buttonForm } from "../../parts/index.ts"

/** How a key or app is held, in a few words. */
export const approvalsText: Readonly<Record<CredentialApprovals, string>> = {
  organization: "As the organization",
  raises: "Raises wait",
  every_change: "Every change waits"
}

const change: Readonly<Record<CredentialApprovals, string>> = {
  organization: "Hold as the organization",
  raises: "Hold raises",
  every_change: "Hold every change"
}

/** Buttons that hold a key or app more strictly, and for whoever may loosen it, less. */
export const heldButtons = (
  request: BrowserRequest,
  now: CredentialApprovals,
  {
    mayLoosen,
    name,
    values
  }: {
    readonly mayLoosen: boolean
    readonly name: string
    readonly values: Readonly<Record<string, string | number>>
  }
): Html =>
  html`<div class="row">${credentialApprovals
    .filter((one) => one !== now && (mayLoosen || isStricter(one, now)))
    .map((one) =>
      buttonForm(
        request,
        { ...values, action: isStricter(one, now) ? "tighten" : "loosen", approvals: one },
        html`<button class="quiet tiny">${change[one]}<span class="sr">: ${name}</span></button>`
      )
    )}</div>`
