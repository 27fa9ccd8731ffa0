import type { Frame, FrameOrganization, OwnKeyRow, PageData } from "@adwarden/core"
import { maxScopes, pagePaths, roleFor, type Scope, scopeMeanings, scopes } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import {
  banner,
  type Choice,
  card,
  choices,
  dayText,
  dialog,
  empty,
  head,
  hidden,
  linkButton,
  moment,
  problemBanner,
  segments,
  select,
  textField
} from "../../parts/index.ts"
import { createdKeyCard, type NewSecret } from "./created-key.ts"
import { keyTable } from "./key-table.ts"

const path = pagePaths.account("keys")

/** The choice of the longest time that a key can be valid, which is also the default. */
export const wholeYear = "year"

/** What the page shows besides the list. */
export interface KeysView {
  /** A key that was just created or rotated, with its secret. */
  readonly created?: NewSecret
  readonly problems?: ReadonlyArray<Problem>
  readonly form?: URLSearchParams
}

/** The organizations in which the person can create keys: those of which they are a member. */
const chosenOrganization = ({ organizations }: Frame, query: URLSearchParams) => {
  const own = organizations.filter(({ role }) => role !== null)
  return { own, chosen: own.find(({ slug }) => slug === query.get("org")) ?? own[0] }
}

const scopeChoices = (allowed: ReadonlySet<Scope>, of: "read" | "write") =>
  scopes
    .filter((scope) => scope.endsWith(":read") === (of === "read"))
    .map((scope) => ({
      value: scope,
      label: scopeMeanings[scope],
      hint: html`<code>${scope}</code>${allowed.has(scope) ? null : ` · needs the role ${roleFor(scope)}, which an owner can grant`}`,
      disabled: !allowed.has(scope)
    }))

/** What approvals mean for a key, if they are on. */
const heldNote = ({ approvals_for, approvals_required, name }: FrameOrganization): Html | null =>
  approvals_required
    ? banner(
        "plain",
        html`Approvals are on at ${name}: ${approvals_for === "every_change" ? "changes through this key wait" : "changes through this key that raise spend wait"} until an owner or admin approves them.`
      )
    : null

/** How long a new key can be valid, with the day on which it ends. */
const expiries = (now: number): ReadonlyArray<Choice> => [
  ...[7, 30, 90].map((days) => ({
    value: String(days),
    label: `in ${days} days, ${dayText(new Date(now + days * 86_400_000).toISOString())}`
  })),
  { value: wholeYear, label: "in a year" }
]

const newKeyCard = (frame: Frame, request: BrowserRequest, { form: sent, problems = [] }: KeysView): Html => {
  const { chosen, own } = chosenOrganization(frame, request.query)
  if (chosen === undefined)
    return card({
      id: "new",
      title: "New key",
      body: html`<p>You need to be a member of an organization to create a key.</p>`
    })
  const allowed = maxScopes(chosen.role ?? "adops_team")
  const checked = sent?.getAll("scope") ?? [...allowed].filter((scope) => scope.endsWith(":read"))
  return card({
    id: "new",
    title: "New key",
    kind: "narrow",
    lead: html`For ${chosen.name}, where you are ${chosen.role ?? "staff"}. It never does more than your role there.`,
    body: html`${
      own.length < 2
        ? null
        : segments(
            "Organization",
            own.map(({ name, slug }) => ({
              label: name,
              href: `${path}?org=${slug}#new`,
              current: slug === chosen.slug
            }))
          )
    }
${form(
  request,
  `${path}?org=${chosen.slug}`,
  html`<div class="stack">${hidden({ action: "create", organization: chosen.slug })}
<div class="duo">${textField({ name: "name", label: "Name", hint: "Where it runs, such as “nightly agent”.", value: sent?.get("name") ?? "", problems })}
${select({ name: "valid_days", label: "Expires", hint: "A year at most.", value: sent?.get("valid_days") ?? wholeYear, choices: expiries(Date.now()), problems })}</div>
<fieldset><legend>What it can do</legend><h3 class="group">See</h3>${choices("checkbox", "scope", scopeChoices(allowed, "read"), checked)}
<h3 class="group">Change</h3>${choices("checkbox", "scope", scopeChoices(allowed, "write"), checked)}</fieldset>
${heldNote(chosen)}<div class="row"><button>Create key</button></div></div>`
)}`
  })
}

const revokeDialog = (keys: ReadonlyArray<OwnKeyRow>, request: BrowserRequest): Html | null => {
  const key = keys.find(({ id }) => String(id) === request.query.get("revoke"))
  if (key === undefined || key.status === "revoked") return null
  return dialog({
    title: `Revoke “${key.name}”?`,
    text: html`Whatever uses it stops with its next call. ${key.last_used_at === null ? "It was never used." : html`It was last used ${moment(key.last_used_at)}.`} This cannot be undone.`,
    actions: html`${form(request, path, html`${hidden({ action: "revoke", organization: key.organization, id: key.id })}<button class="danger">Revoke the key</button>`)}${linkButton(path, "Keep it")}`
  })
}

/** /account: the person's API keys. */
export const keysPage = (
  { data: keys, frame }: PageData<ReadonlyArray<OwnKeyRow>>,
  request: BrowserRequest,
  appUrl: string,
  view: KeysView = {}
): Page => ({
  title: "API keys",
  dashboard: {
    frame,
    place: { of: "account", page: "keys" },
    ...(view.created === undefined ? {} : { showsSecret: true })
  },
  body: html`${head({
    title: "API keys",
    actions: linkButton("#new", "New key"),
    lead: "For scripts and automation. A key acts in one organization."
  })}
${problemBanner(view.problems ?? [], ["name", "valid_days"])}
${request.query.get("done") === "revoked" ? banner("good", "The key was revoked. It no longer works.") : null}
${view.created === undefined ? null : createdKeyCard(view.created, { appUrl, back: path })}
${revokeDialog(keys, request)}
${card({
  id: "keys",
  title: "Your keys",
  padded: false,
  body:
    keys.length === 0
      ? empty({ icon: "key", title: "No keys yet", text: "Create one below. It is shown once." })
      : keyTable("keys", keys, {
          path,
          organizationOf: (key) => key.organization,
          opens: (key) => frame.organizations.some(({ slug }) => slug === key.organization),
          picked: view.created?.id ?? null,
          second: (key) => key.organization_name
        })
})}
${newKeyCard(frame, request, view)}`
})
