import type { CorrectedProfile } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import {
  card,
  empty,
  facts,
  hidden,
  linkButton,
  moment,
  problemBanner,
  textArea,
  textField
} from "../../parts/index.ts"

export type Profile = Output<"organizations.business_profile">

/** The lists of a profile, in the order of the page. */
export const lists = [
  ["products", "Products", "What drafts advertise."],
  ["ideal_customer_profiles", "Customers", "For whom ads are written."],
  ["competitors", "Competitors", "Whose names the competitor report looks for."],
  ["trust_signals", "Trust signals", "What ads may claim, such as “since 1998”."],
  ["target_locations", "Locations", "Where drafts advertise."]
] as const satisfies ReadonlyArray<readonly [keyof CorrectedProfile, string, string]>

/** The names of the fields in a sentence. */
export const fieldNames: Readonly<Record<string, string>> = {
  profile: "The profile",
  url: "The website",
  brand_name: "The name",
  description: "The description",
  ...Object.fromEntries(lists.map(([field, label]) => [field, label]))
}

/** A form that was refused, with what was in it. */
export interface RefusedProfile {
  readonly action: string
  readonly values: URLSearchParams
  readonly problems: ReadonlyArray<Problem>
}

interface ProfileView {
  readonly org: string
  readonly request: BrowserRequest
  readonly refused: RefusedProfile | null
}

/** What the profile says. */
export const profileCard = (profile: Profile, org: string, mayEdit: boolean): Html => {
  const list = (lines: ReadonlyArray<string>): Content =>
    lines.length === 0
      ? html`<span class="soft">none</span>`
      : html`<ul class="bullets">${lines.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`
  return card({
    id: "profile",
    title: html`<bdi>${profile.brand_name}</bdi>`,
    ...(mayEdit && profile.status === "ready"
      ? { actions: linkButton(`${pagePaths.organization(org, "profile")}?edit=yes`, "Correct", "quiet tiny") }
      : {}),
    body: html`<p>${profile.description}</p>${facts([
      ["Website", html`<bdi>${profile.url}</bdi>`],
      ...lists.map(([field, label]) => [label, list(profile[field])] as const),
      ["Updated", moment(profile.updated_at)]
    ])}`
  })
}

/** The form that corrects a profile by hand, one entry a line. */
export const correctionCard = (profile: Profile, { org, refused, request }: ProfileView): Html => {
  const again = refused?.action === "correct" ? refused : null
  const problems = again?.problems ?? []
  const shown = (name: string, value: string) => again?.values.get(name) ?? value
  return card({
    id: "correct",
    title: "Correct the profile",
    lead: "The next analysis of the website replaces what you write here.",
    body: form(
      request,
      pagePaths.organization(org, "profile"),
      html`<div class="stack narrow">${problemBanner(problems, Object.keys(fieldNames), org)}${hidden({ action: "correct" })}
${textField({ name: "brand_name", label: "Name", value: shown("brand_name", profile.brand_name), problems })}
${textArea({ name: "description", label: "Description", value: shown("description", profile.description), problems })}
${lists.map(([field, label, hint]) =>
  textArea({
    name: field,
    label,
    hint: `${hint} One per line.`,
    value: shown(field, profile[field].join("\n")),
    problems
  })
)}
<div class="row"><button>Save profile</button>${linkButton(pagePaths.organization(org, "profile"), "Cancel")}</div></div>`
    )
  })
}

/** The form that has the website read, again or for the first time. */
export const analysisCard = (profile: Profile | null, { org, refused, request }: ProfileView): Html => {
  const again = refused?.action === "analyse" ? refused : null
  return card({
    id: "analyse",
    title: profile === null ? "Analyse the website" : "Analyse again",
    body: form(
      request,
      pagePaths.organization(org, "profile"),
      html`<div class="stack">${hidden({ action: "analyse" })}<p>A worker reads the pages of the website and makes the profile from what they say. ${profile === null ? null : "The current profile stays until the new one is complete, and is then replaced."}</p>
${textField({
  name: "url",
  label: "Website",
  hint: "Such as https://www.example.com",
  value: again?.values.get("url") ?? profile?.url ?? "",
  problems: again?.problems ?? []
})}
<div class="row"><button>${profile === null ? "Analyse website" : "Analyse again"}</button></div></div>`
    )
  })
}

/** What the page shows before the first analysis, with why the last one failed. */
export const noProfile = (reason: Content): Html =>
  card({
    id: "profile",
    title: "No profile yet",
    padded: false,
    body: empty({ icon: "profile", title: "The website has not been analysed", text: reason })
  })
