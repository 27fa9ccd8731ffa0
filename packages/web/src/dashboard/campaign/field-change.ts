import type { OrganizationPageReader, ReviewedWrite } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import {
  banner,
  card,
  currencySign,
  type Difference,
  diff,
  hidden,
  money,
  percentChange,
  textField
} from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { amountOf, type PreviewedChange, previewChange } from "../change/previewed-change.ts"
import { budgetChecks, budgetHint, committedDifference, type Organization } from "./budget-checks.ts"
import type { Campaign } from "./campaign-page.ts"
import { outdatedChecks, requestedBudget } from "./outdated-requests.ts"

/** The settings that are edited in place: the name in the address, and the field of the operation. */
const fields = {
  budget: { field: "budget", subject: "Daily budget", noun: "daily budget" },
  target: { field: "target_cpa", subject: "Target CPA", noun: "target CPA" },
  name: { field: "name", subject: "Name", noun: "name" }
} as const
type FieldName = keyof typeof fields

/** A form of a setting, and the preview if a value was entered. */
export interface FieldChange {
  readonly name: FieldName
  readonly value: string | null
  readonly previewed: PreviewedChange<"campaigns.update"> | null
}

/** Returns the setting that the address asks to change; null if it asks for none. */
export const readFieldChange = (reader: OrganizationPageReader, slug: string, { query }: BrowserRequest) => {
  const name = query.get("change") ?? ""
  if (!Object.hasOwn(fields, name)) return Effect.succeed(null)
  const field = name as FieldName
  const value = query.get(field)
  const made = (previewed: FieldChange["previewed"]): FieldChange => ({ name: field, value, previewed })
  if (value === null) return Effect.succeed(made(null))
  return Effect.map(
    previewChange(
      reader,
      "campaigns.update",
      { slug, [fields[field].field]: field === "name" ? value : amountOf(value) },
      { [fields[field].field]: `The ${fields[field].noun}` }
    ),
    made
  )
}

const buttonOf = (name: FieldName, from: unknown, to: unknown, currency: string): string => {
  if (name === "name") return "Rename"
  const verb = Number(from) === 0 ? "Set" : Number(to) > Number(from) ? "Raise" : "Lower"
  return `${verb} to ${money(Number(to), currency)}`
}

interface FieldChangeView {
  readonly campaign: Campaign
  readonly change: FieldChange
  readonly organization: Organization
  /** The pending changes of this campaign. */
  readonly pending: ReadonlyArray<ReviewedWrite>
  readonly request: BrowserRequest
}

const fieldPreview = (view: FieldChangeView, previewed: PreviewedChange<"campaigns.update">): Content => {
  const { campaign, change, organization, pending, request } = view
  const { field, subject } = fields[change.name]
  const { currency, slug: org } = organization
  if (previewed.preview === undefined) return null
  const changed = previewed.preview.would_change[field]
  if (changed === undefined) return banner("plain", `${subject} has this value already.`)
  const shown = (value: string | number | null): string =>
    change.name === "name" ? String(value) : Number(value) === 0 ? "none" : money(Number(value), currency)
  const [from, to] = [Number(changed.from), Number(changed.to)]
  const difference: Difference = {
    name: subject,
    from: shown(changed.from),
    to: shown(changed.to),
    ...(change.name === "name" || from === 0 ? {} : { step: percentChange(from, to) })
  }
  const committed =
    change.name === "budget"
      ? committedDifference({ from, to }, requestedBudget(pending), organization, campaign)
      : null
  return previewBox({
    request,
    org,
    change: previewed,
    content: diff(committed === null ? [difference] : [difference, committed]),
    checks: [
      ...(change.name === "budget" ? budgetChecks(campaign, previewed.preview, organization) : []),
      ...outdatedChecks(pending, subject, org)
    ],
    button: buttonOf(change.name, changed.from, changed.to, currency),
    back: pagePaths.campaign(org, campaign.slug)
  })
}

/** The form of a setting with its preview below it. */
export const fieldCard = (view: FieldChangeView): Html => {
  const { campaign, change, organization, pending } = view
  const { field, noun } = fields[change.name]
  const problems = (change.previewed?.problems ?? []).map((one) => ({ ...one, path: change.name }))
  const path = pagePaths.campaign(organization.slug, campaign.slug)
  const current = campaign[field]
  const amount =
    change.name === "name" ? {} : { sign: currencySign(organization.currency), type: "number" as const }
  const hint = change.name === "budget" ? budgetHint(campaign, organization, requestedBudget(pending)) : ""
  return card({
    id: "change",
    title: `Change the ${noun}`,
    actions: html`<a class="small" href="${path}">Close</a>`,
    body: html`<form method="get" action="${path}#change"><div class="row low">${hidden({ change: change.name })}${textField(
      {
        name: change.name,
        label: `New ${noun}`,
        value: change.value ?? (current === 0 ? "" : String(current)),
        problems,
        ...amount,
        ...(hint === "" ? {} : { hint })
      }
    )}<button class="${change.previewed === null ? "" : "quiet"}">${change.previewed === null ? "Preview" : "Preview again"}</button></div></form>
${change.previewed === null ? null : fieldPreview(view, change.previewed)}`
  })
}
