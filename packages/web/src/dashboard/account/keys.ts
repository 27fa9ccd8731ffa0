import {
  type CreatedKey,
  type Frame,
  type KeyRow,
  Keys,
  type OwnKeyRow,
  type PageData,
  Settings
} from "@adwarden/core"
import { pagePaths, type Scope } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { idIn } from "../../kit/local-path.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { type FileColumns, linkToFile, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  buttonForm,
  card,
  copyable,
  count,
  day,
  dialog,
  empty,
  head,
  linkButton,
  moment,
  relative,
  segments,
  table
} from "../../parts/index.ts"
import { approvalsText } from "./held.ts"
import { newKeyCard, newKeyOf, presetOf } from "./new-key.ts"

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

/** What scopes change or make, in a word each; the page of the key has them whole. */
const changes: Partial<Record<Scope, string>> = {
  "campaigns:write": "campaigns",
  "keywords:write": "exclusions",
  "recommendations:apply": "recommendations",
  "reports:generate": "reports"
}

const summary = ({ approvals, scopes }: KeyRow): Html => {
  const words = Object.entries(changes).flatMap(([scope, meaning]) =>
    scopes.includes(scope as Scope) ? [meaning] : []
  )
  return html`<b>${presetOf(scopes, approvals)}</b><span class="small">${words.length === 0 ? "changes nothing" : words.join(", ")}</span>`
}

const held = ({ approvals, scopes }: KeyRow): Html =>
  presetOf(scopes, approvals) === "Read"
    ? html`<span class="soft">changes nothing</span>`
    : html`${approvalsText[approvals]}${approvals === "organization" ? null : html`<span class="small">or as the organization, if stricter</span>`}`

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
      { title: "Approvals", rank: 3, cell: held },
      { title: "Created", rank: 3, nowrap: true, cell: ({ created_at }) => day(created_at) },
      { title: "Expires", rank: 2, nowrap: true, cell: expiry },
      { title: "Actions", actions: true, cell: actions }
    ]
  })
}

/** Keys as a file, never with a secret. */
export const keysFile = <Row extends KeyRow>(
  name: string,
  rows: ReadonlyArray<Row>,
  more: FileColumns<Row>
): FileResponse =>
  tableFile({
    name,
    rows,
    columns: {
      name: (key) => key.name,
      key: (key) => `${key.prefix}…${key.last_four}`,
      ...more,
      status: ({ status }) => status,
      scopes: ({ scopes }) => scopes.join(" "),
      approvals: ({ approvals }) => approvals,
      created_at: (key) => key.created_at,
      last_used_at: (key) => key.last_used_at,
      expires_at: (key) => key.valid_until ?? key.expires_at,
      revoked_at: (key) => key.revoked_at
    }
  })

const path = pagePaths.account("keys")

/** The organizations in which the person can create keys: those of which they are a member. */
const chosenOrganization = ({ organizations }: Frame, query: URLSearchParams) => {
  const own = organizations.filter(({ role }) => role !== null)
  return { own, chosen: own.find(({ slug }) => slug === query.get("org")) ?? own[0] }
}

const newKey = (frame: Frame, request: BrowserRequest, shown: ShownPage<NewSecret>): Html => {
  const { chosen, own } = chosenOrganization(frame, request.query)
  if (chosen === undefined)
    return card({
      id: "new",
      title: "New API key",
      body: html`<p>You need to be a member of an organization to create a key.</p>`
    })
  const { approvals_for, approvals_required, role } = chosen
  return newKeyCard(
    {
      ...shown,
      organization: { ...chosen, role: role ?? "member", policy: approvals_required ? approvals_for : "off" },
      path: `${path}?org=${chosen.slug}`,
      choice:
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
    },
    request
  )
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
  ...(keys.length === 0 ? {} : { actions: linkToFile(path) }),
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
${newKey(frame, request, shown)}`
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
      file: ({ data }) => keysFile("api-keys", data, { organization: ({ organization }) => organization }),
      render: (page, request, shown) => contentOf(page, request, shown, appUrl)
    })
  })
