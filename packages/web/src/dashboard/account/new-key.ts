import type { Output } from "@adwarden/core/contract"
import { isKeyPreset, isScope, type KeyPreset, keyPresets } from "@adwarden/core/contract"
import { form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { hidden, money, textField } from "../../parts/index.ts"

/** The choice of the longest time that a key can be valid, which is also the default. */
export const wholeYear = "year"

/** The values of a new key that are not fields of the same name. Scopes that were ticked come before a preset's. */
export const newKeyOf = (_: BrowserRequest, sent: URLSearchParams) => {
  const days = sent.get("valid_days") ?? wholeYear
  const ticked = sent.getAll("scope").filter(isScope)
  const preset = sent.get("preset")
  return {
    scopes: ticked.length === 0 && isKeyPreset(preset) ? keyPresets[preset] : ticked,
    valid_days: days === wholeYear ? undefined : Number(days)
  }
}

type Organization = Output<"organizations.get">

/** How much more a key could spend that changes campaigns, by the rules of its organization. */
const moneyAtStake = ({
  approval_policy = "off",
  currency,
  max_spend,
  room_daily = null
}: Organization): string => {
  if (approval_policy !== "off") return "Nothing more until an owner or admin approves it."
  return max_spend === null || room_daily === null
    ? "Any amount: there is no monthly cap. Set one first."
    : `Up to ${money(room_daily, currency)} a day more: the room left under the cap.`
}

const presets = {
  read: {
    name: "Read",
    line: "Campaigns, figures, search terms and reports.",
    money: () => "None. It cannot change anything."
  },
  operate: {
    name: "Operate",
    line: "Changes budgets, states and keywords, applies recommendations, undoes.",
    money: moneyAtStake
  }
} satisfies Readonly<
  Record<KeyPreset, { name: string; line: string; money: (organization: Organization) => string }>
>

/** The usual choices of scopes, with what each could do to money. None is chosen at first. */
const presetCards = (organization: Organization, chosen: string | null): Html =>
  html`<div class="presets">${Object.entries(presets).map(
    ([preset, { line, money, name }]) =>
      html`<label class="preset"><input type="radio" name="preset" value="${preset}" required${preset === chosen ? html` checked` : null} /><b>${name}</b><span class="small soft">${line}</span><span class="cost small"><b class="small">Money</b> ${money(organization)}</span></label>`
  )}</div>`

/** Creates a key with a name and a preset; the page of keys has every choice. */
export const quickKeyForm = (
  organization: Organization,
  request: BrowserRequest,
  { problems, sent }: { readonly problems: ReadonlyArray<Problem>; readonly sent: URLSearchParams | null }
): Html =>
  form(
    request,
    html`<div class="stack">${hidden({ action: "key" })}${textField({ name: "name", label: "Name of the key", hint: "Where it runs, such as “nightly agent”.", value: sent?.get("name") ?? "", problems })}
<fieldset><legend>What it can do</legend>${presetCards(organization, sent?.get("preset") ?? null)}</fieldset>
<div class="row"><button>Create key</button><span class="small soft">It is shown once.</span></div></div>`
  )
