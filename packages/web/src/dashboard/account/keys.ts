import {
  type CreatedKey,
  type Frame,
  type FrameOrganization,
  type KeyRow,
  Keys,
  type OwnKeyRow,
  type PageData,
  Settings
} from "@adwarden/core"
import { maxScopes, pagePaths, roleFor, type Scope, scopeMeanings, scopes } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { idIn } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  banner,
  buttonForm,
  type Choice,
  card,
  choices,
  copyable,
  count,
  day,
  dayText,
  dialog,
  empty,
  head,
  hidden,
  linkButton,
  moment,
  relative,
  segments,
  select,
  table,
  textField
} from "../../parts/index.ts"
import { newKeyOf, wholeYear } from "./new-key.ts"

/** A key that was just created or rotated, with its secret. */
export type NewSecret = CreatedKey & { readonly old_valid_until?: string }

/** Shows a new secret once. `back` is the page without it. */
export const createdKeyCard = (
  { expires_at, key, name, old_valid_until, scopes }: NewSecret,
  { appUrl, back }: { readonly appUrl: string; readonly back: string }
): Html =>
  card({
    id: "created",
    kind: "once",
    title: html`Key “<bdi>${name}</bdi>” is ready`,
    body: html`<p><b>Copy it now. It is shown this once.</b> Only its fingerprint is stored. If you lose it, rotate it.</p>
${copyable(key, "the key")}
${
  old_valid_until === undefined
    ? null
    : Date.parse(old_valid_until) <= Date.now()
      ? html`<p>The old key no longer works.</p>`
      : html`<p>The old key works until ${moment(old_valid_until)}.</p>`
}
<details><summary class="more">Try it in a terminal</summary>${copyable(`curl -H "Authorization: Bearer ${key}" ${appUrl}/v1/organizations/_`, "the command")}</details>
<div class="row">${linkButton(back, "I have stored it", "")}<span class="small soft">expires ${day(expires_at)} · ${count(scopes.length, "scope")}</span></div>`
  })

interface KeyTable<Row extends KeyRow> {
  /** The page of the table, which handles its forms. */
  readonly path: string
  readonly organizationOf: (key: Row) => string
  /** Whether the person can open the page of the key: they are still a member of its organization. */
  readonly opens: (key: Row) => boolean
  /** The id of a key that was just made. */
  readonly picked: number | null
  /** The second line of the name: the organization, or the creator. */
  readonly second: (key: Row) => Content
}

export const keyStatusBadge = ({ status }: KeyRow): Html | null => {
  if (status === "active") return null
  if (status === "suspended") return badge("paused", "Suspended")
  return status === "rotated"
    ? badge("wait", "Rotated")
    : badge("plain", status === "revoked" ? "Revoked" : "Expired")
}

interface RevokeKeyDialog {
  /** Whose key it is, if it is not the person's own. */
  readonly of?: string
  /** What the form sends besides its action. */
  readonly values: Readonly<Record<string, string | number>>
  /** The page without the question. */
  readonly path: string
}

/** Asks before a key is revoked. */
export const revokeKeyDialog = (
  { last_used_at: used, name }: KeyRow,
  request: BrowserRequest,
  { of, path, values }: RevokeKeyDialog
): Html =>
  dialog({
    title: `Revoke “${name}”${of === undefined ? "" : ` of ${of}`}?`,
    text: html`Whatever uses it stops with its next call. ${used === null ? "It was never used." : html`It was last used ${moment(used)}.`} This cannot be undone.`,
    actions: html`${buttonForm(request, { action: "revoke", ...values }, html`<button class="danger">Revoke the key</button>`)}${linkButton(path, "Keep it")}`
  })

const aDay = 86_400_000

/** When a key stops working; amber in its last month, or in the last week of a key for a month. */
const expiry = ({ created_at, expires_at, status, valid_until }: KeyRow): Html => {
  const at = valid_until ?? expires_at
  const soon = Date.parse(expires_at) - Date.parse(created_at) < 31 * aDay ? 7 * aDay : 30 * aDay
  if (status === "revoked" || status === "expired") return html`<span class="soft">ended</span>`
  return Date.parse(at) - Date.now() < soon ? html`<span class="warn">${relative(at)}</span>` : day(at)
}

/** What scopes allow besides reading, in a few words; the page of the key has them whole. */
const changes: Partial<Record<Scope, string>> = {
  "campaigns:write": "change campaigns",
  "keywords:write": "exclude searches",
  "recommendations:apply": "apply recommendations",
  "reports:generate": "ask for reports"
}

const summary = ({ scopes }: KeyRow): string => {
  const words = Object.entries(changes).flatMap(([scope, meaning]) =>
    scopes.includes(scope as Scope) ? [meaning] : []
  )
  return words.length === 0 ? "read only" : `read, ${words.join(", ")}`
}

/** Keys with what people ask about them: last use first. */
export const keyTable = <Row extends KeyRow>(
  labelledBy: string,
  keys: ReadonlyArray<Row>,
  { opens, organizationOf, path, picked, second }: KeyTable<Row>
): Html => {
  const pageOf = (key: Row): string => pagePaths.key(organizationOf(key), key.id)
  const actions = (key: Row): Content => {
    const usable = key.status !== "revoked" && key.status !== "expired"
    return html`<div class="row">${
      key.status === "active" && opens(key)
        ? linkButton(`${pageOf(key)}#rotate`, html`Rotate<span class="sr"> ${key.name}</span>`, "quiet tiny")
        : null
    }${usable ? linkButton(`${path}?revoke=${key.id}`, html`Revoke<span class="sr"> ${key.name}</span>`, "quiet bad tiny") : null}</div>`
  }
  return table({
    labelledBy,
    rows: keys,
    picked: ({ id }) => id === picked,
    columns: [
      {
        title: "Name",
        cell: (key) =>
          html`${opens(key) ? html`<a href="${pageOf(key)}"><bdi>${key.name}</bdi></a>` : html`<bdi>${key.name}</bdi>`} ${keyStatusBadge(key)}<span class="small"><code>…${key.last_four}</code> ${second(key)}</span>`
      },
      {
        title: "Last used",
        nowrap: true,
        cell: ({ last_used_at }) => (last_used_at === null ? "never" : relative(last_used_at))
      },
      { title: "Can", rank: 2, cell: summary },
      { title: "Created", rank: 3, nowrap: true, cell: ({ created_at }) => day(created_at) },
      { title: "Expires", rank: 2, nowrap: true, cell: expiry },
      { title: "Actions", actions: true, cell: actions }
    ]
  })
}

const path = pagePaths.account("keys")

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

const newKeyCard = (
  frame: Frame,
  request: BrowserRequest,
  { problems, sent }: ShownPage<NewSecret>
): Html => {
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
  html`<div class="stack">${hidden({ action: "create", organization: chosen.slug })}
<div class="duo">${textField({ name: "name", label: "Name", hint: "Where it runs, such as “nightly agent”.", value: sent?.get("name") ?? "", problems })}
${select({ name: "valid_days", label: "Expires", hint: "A year at most.", value: sent?.get("valid_days") ?? wholeYear, choices: expiries(Date.now()), problems })}</div>
<fieldset><legend>What it can do</legend><h3 class="group">See</h3>${choices("checkbox", "scope", scopeChoices(allowed, "read"), checked)}
<h3 class="group">Change</h3>${choices("checkbox", "scope", scopeChoices(allowed, "write"), checked)}</fieldset>
${heldNote(chosen)}<div class="row"><button>Create key</button></div></div>`,
  `${path}?org=${chosen.slug}`
)}`
  })
}

const revokeDialog = (keys: ReadonlyArray<OwnKeyRow>, request: BrowserRequest): Html | null => {
  const key = keys.find(({ id }) => String(id) === request.query.get("revoke"))
  return key === undefined || key.status === "revoked"
    ? null
    : revokeKeyDialog(key, request, { values: { organization: key.organization, id: key.id }, path })
}

const contentOf = (
  { data: keys, frame }: PageData<ReadonlyArray<OwnKeyRow>>,
  request: BrowserRequest,
  shown: ShownPage<NewSecret>,
  appUrl: string
): PageContent => ({
  title: "API keys",
  showsSecret: shown.result !== null,
  body: html`${head({
    title: "API keys",
    actions: linkButton("#new", "New key"),
    lead: "For scripts and automation. A key acts in one organization."
  })}
${shown.banners}
${shown.result === null ? null : createdKeyCard(shown.result, { appUrl, back: path })}
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
          picked: shown.result?.id ?? null,
          second: (key) => key.organization_name
        })
})}
${newKeyCard(frame, request, shown)}`
})

const organizationOf = (sent: URLSearchParams): string => sent.get("organization") ?? ""

/** /account: create and revoke one's own keys. A key is rotated on its own page. */
export const accountKeys = (router: PageRouter) =>
  Effect.gen(function* () {
    const keys = yield* Keys
    const administrationForm = yield* makeAdministrationForm
    const { appUrl } = yield* Settings
    accountPage(router, {
      path,
      name: "pages.keys",
      place: "keys",
      read: ({ caller }) => keys.listOwn(caller.userId),
      fields: ["name", "valid_days"],
      messages: { revoked: "The key was revoked. It no longer works." },
      forms: formsByAction("keys.change", {
        create: administrationForm("keys.create", {
          org: organizationOf,
          values: newKeyOf,
          // A new secret is shown by this response and never again.
          done: (created) => ({ show: created })
        }),
        revoke: administrationForm("keys.revoke", {
          org: organizationOf,
          values: (_, sent) => ({ key: { id: idIn(sent.get("id")) } }),
          done: "revoked"
        })
      }),
      render: (page, request, shown) => contentOf(page, request, shown, appUrl)
    })
  })
