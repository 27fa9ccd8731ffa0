import type {
  CampaignConflict,
  OrganizationPageReader,
  PeopleWritesShape,
  ReviewedWrite
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  banner,
  count,
  currencySign,
  type Difference,
  diff,
  hidden,
  linkButton,
  money,
  percentChange,
  problemBanner,
  textField
} from "../../parts/index.ts"
import { outsideChecks, type SettingValue, settingValue } from "../change/outside-changes.ts"
import { changeCard, previewBox } from "../change/preview-box.ts"
import {
  amountOf,
  type PreviewedChange,
  previewChange,
  previewPeopleWrite
} from "../change/previewed-change.ts"
import type { Campaign } from "./campaign-page.ts"
import { totalBudgetReason } from "./channel.ts"
import {
  budgetChecks,
  budgetHint,
  type ConflictView,
  committedDifference,
  decisionLinks,
  type Organization,
  outdatedChecks,
  requestedBudget
} from "./decision.ts"

/** The settings that are edited in place: the name in the address, and the field of the operation. */
const fields = {
  budget: { field: "budget", subject: "Daily budget", noun: "daily budget" },
  target: { field: "target_cpa", subject: "Target CPA", noun: "target CPA" },
  ai_max: { field: "ai_max", subject: "AI Max", noun: "AI Max" },
  name: { field: "name", subject: "Name", noun: "name" }
} as const
type FieldName = keyof typeof fields

/** A form of a setting, and the preview if a value was entered. */
export interface FieldChange {
  readonly name: FieldName
  readonly value: string | null
  readonly previewed: PreviewedField | null
}

/** An owner can go past the step of one call by a write for people. */
type PreviewedField = PreviewedChange<"campaigns.update" | "campaigns.set_budget">

const changedOf = (preview: NonNullable<PreviewedField["preview"]>, field: string) =>
  "summary" in preview ? preview.would_change[0] : preview.would_change[field]

/** The value of a field as its operation takes it. What is neither on nor off is refused there. */
const inputOf = (name: FieldName, text: string): string | number | boolean => {
  if (name === "ai_max") return text === "on" || (text === "off" ? false : text)
  return name === "name" ? text : amountOf(text)
}

/** Returns the setting that the address asks to change; null if it asks for none. */
export const readFieldChange = (
  reader: OrganizationPageReader,
  people: PeopleWritesShape,
  slug: string,
  { query }: BrowserRequest
) => {
  const name = query.get("change") ?? ""
  if (!Object.hasOwn(fields, name)) return Effect.succeed(null)
  const field = name as FieldName
  const value = query.get(field)
  const made = (previewed: FieldChange["previewed"]): FieldChange => ({ name: field, value, previewed })
  if (value === null) return Effect.succeed(made(null))
  if (field === "budget" && query.has("past_limit"))
    return Effect.map(
      previewPeopleWrite(
        reader,
        people,
        "campaigns.set_budget",
        { campaign: slug, budget: amountOf(value), past_limit: true },
        { budget: "The daily budget" }
      ),
      (previewed) => made(previewed as PreviewedField)
    )
  return Effect.map(
    previewChange(
      reader,
      "campaigns.update",
      { slug, [fields[field].field]: inputOf(field, value) },
      { [fields[field].field]: `The ${fields[field].noun}` }
    ),
    (previewed) => made(previewed as PreviewedField)
  )
}

const buttonOf = (name: FieldName, from: unknown, to: unknown, currency: string): string => {
  if (name === "name") return "Rename"
  if (name === "ai_max") return `Turn ${to === true ? "on" : "off"}`
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
  readonly conflict: CampaignConflict | null
  readonly decides: ConflictView
}

/** The way past the step of one call, which only owners have. */
const pastLimit = (
  { change, organization, request }: FieldChangeView,
  { allowed_min, monthly_cap }: { readonly allowed_min?: number; readonly monthly_cap?: number }
): Html | null =>
  change.name !== "budget" ||
  allowed_min === undefined ||
  monthly_cap !== undefined ||
  organization.role !== "owner"
    ? null
    : html`<p>As an owner you can go past the step. The monthly cap still holds. <a href="${`${request.path}&past_limit=yes`}#change">Preview it past the step</a></p>`

/** What AI Max brought, where that is known. */
const throughAiMax = (preview: NonNullable<PreviewedField["preview"]>, currency: string): Html | null => {
  const through = "through_ai_max" in preview ? preview.through_ai_max : undefined
  if (through === undefined) return null
  const { clicks_30d = 0, conversions_30d = 0, cost_30d = 0 } = through
  const share = (part: number) => `${Math.round(part * 100)}%`
  return html`<p>Through AI Max came, in the last 30 days and of the searches that the ad platform shows: ${count(clicks_30d, "click")} (${share(through.clicks)}), ${money(cost_30d, currency)} of cost (${share(through.cost)}) and ${count(conversions_30d, "conversion")} (${share(through.conversions)}).</p>`
}

const fieldPreview = (view: FieldChangeView, previewed: PreviewedField): Content => {
  const { campaign, change, organization, pending, request } = view
  const { field, subject } = fields[change.name]
  const { currency, slug: org } = organization
  if (previewed.preview === undefined) return null
  const changed = changedOf(previewed.preview, field)
  if (changed === undefined) return banner("plain", `${subject} has this value already.`)
  const shown = (value: SettingValue): string =>
    typeof value === "boolean" || change.name === "name"
      ? settingValue({ field }, value, currency)
      : Number(value) === 0
        ? "none"
        : money(Number(value), currency)
  const [from, to] = [Number(changed.from), Number(changed.to)]
  const difference: Difference = {
    name: subject,
    from: shown(changed.from),
    to: shown(changed.to),
    ...(change.name === "name" || change.name === "ai_max" || from === 0
      ? {}
      : { step: percentChange(from, to) })
  }
  const committed =
    change.name === "budget"
      ? committedDifference({ from, to }, requestedBudget(pending), organization, campaign)
      : null
  return html`${previewBox({
    request,
    change: previewed as PreviewedChange,
    content: html`${diff(committed === null ? [difference] : [difference, committed])}${throughAiMax(previewed.preview, currency)}`,
    checks: [
      ...outsideChecks(
        previewed.preview.outside_change ?? view.conflict?.settings ?? [],
        { field, to: amountIn(changed.to, change.name) },
        {
          currency,
          adPlatform: view.decides.adPlatform,
          action: decisionLinks(view.conflict, view.decides)
        }
      ),
      ...(change.name === "budget" ? budgetChecks(campaign, previewed.preview, organization) : []),
      ...outdatedChecks(pending, subject, org)
    ],
    button: buttonOf(change.name, changed.from, changed.to, currency),
    back: pagePaths.campaign(org, campaign.slug)
  })}${pastLimit(view, previewed.preview)}`
}

/** A people's write gives its values as texts, such as "$11". */
const amountIn = (value: SettingValue, name: FieldName) =>
  name === "name" || value === null || typeof value === "boolean"
    ? value
    : Number(String(value).replaceAll(/[^\d.]/g, ""))

/** The form of a setting with its preview below it. A total budget has none: it shows why. */
export const fieldCard = (view: FieldChangeView): Html => {
  const { campaign, change, organization, pending } = view
  const { field, noun } = fields[change.name]
  const problems = (change.previewed?.problems ?? []).map((one) => ({ ...one, path: change.name }))
  const path = pagePaths.campaign(organization.slug, campaign.slug)
  const reason =
    change.name === "budget" ? totalBudgetReason(campaign, view.decides, organization.currency) : null
  const refusal = change.previewed?.preview?.blocked_reason?.replace(`${field}: `, `The ${noun} `)
  if (change.name === "ai_max")
    return changeCard(
      "Switch AI Max",
      path,
      html`${problemBanner(problems)}${change.previewed === null ? null : fieldPreview(view, change.previewed)}`
    )
  if (reason !== null)
    return changeCard(
      `Change the ${noun}`,
      path,
      html`${refusal === undefined ? problemBanner(problems) : banner("bad", refusal)}${reason}<div class="row">${linkButton(path, "Back to the campaign")}</div>`
    )
  const current = campaign[fields[change.name].field]
  const amount =
    change.name === "name" ? {} : { sign: currencySign(organization.currency), type: "number" as const }
  const hint = change.name === "budget" ? budgetHint(campaign, organization, requestedBudget(pending)) : ""
  return changeCard(
    `Change the ${noun}`,
    path,
    html`<form method="get" action="${path}#change"><div class="row low">${hidden({ change: change.name })}${textField(
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
  )
}
