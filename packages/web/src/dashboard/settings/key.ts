import { type KeyDetail, type KeyRow, keyReads, type PageData, Settings } from "@adwarden/core"
import { pagePaths, scopeMeanings, settingsSectionNames } from "@adwarden/core/contract"
import { Effect } from "effect"
import { inNumbers, shortDay, timeChart } from "../../charts/index.ts"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import {
  organizationFile,
  organizationPage,
  type PageContent,
  type ShownPage
} from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { idIn } from "../../kit/local-path.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkToFile, mostRows, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  buttonForm,
  card,
  count,
  empty,
  facts,
  head,
  hidden,
  linkButton,
  moment,
  relative,
  select,
  table
} from "../../parts/index.ts"
import {
  approvalsText,
  createdKeyCard,
  heldButtons,
  keyStatusBadge,
  type NewSecret,
  revokeKeyDialog
} from "../account/index.ts"
import { requestCell } from "./section.ts"

/** How long the replaced key can stay valid. */
const overlaps = [
  { value: "48", label: "for 2 days" },
  { value: "24", label: "for 1 day" },
  { value: "1", label: "for 1 hour" },
  { value: "0", label: "not at all" }
]

const actionsCard = ({ actions, key }: KeyDetail, org: string): Html =>
  card({
    id: "actions",
    title: "What it changed",
    note: actions.length === 0 ? "" : "newest first",
    ...(actions.length === 0
      ? {}
      : { actions: linkToFile(pagePaths.tableOf(pagePaths.key(org, key.id), "changes")) }),
    padded: false,
    body:
      actions.length === 0
        ? empty({
            icon: "activity",
            title: "It changed nothing",
            text: "Executed changes of this key appear here."
          })
        : table({
            labelledBy: "actions",
            rows: actions,
            columns: [
              {
                title: "Change",
                cell: ({ campaign, detail, undone }) =>
                  html`${detail} ${undone ? badge("plain", "Undone") : null}${campaign === null ? null : html`<span class="small"><a href="${pagePaths.campaign(org, campaign.slug)}">${campaign.name}</a></span>`}`
              },
              { title: "When", nowrap: true, cell: ({ at }) => relative(at) }
            ]
          })
  })

const resultOf = ({ count: times, error_code, status_code }: KeyDetail["requests"][number]): Html => {
  const words = error_code?.replaceAll("_", " ") ?? (status_code < 400 ? "OK" : String(status_code))
  const kind = status_code >= 400 ? "fail" : error_code === "approval_required" ? "wait" : "ok"
  return html`${badge(kind, words)}${times === 1 ? null : html`<span class="small">${count(times, "time")}</span>`}`
}

const requestsCard = ({ key, requests }: KeyDetail, org: string): Html =>
  card({
    id: "requests",
    title: "Requests",
    note: requests.length === 0 ? "" : "newest first",
    ...(requests.length === 0
      ? {}
      : { actions: linkToFile(pagePaths.tableOf(pagePaths.key(org, key.id), "requests")) }),
    padded: false,
    body:
      requests.length === 0
        ? empty({
            icon: "key",
            title: "No requests lately",
            text: "Requests with this key appear here, also refused ones."
          })
        : table({
            labelledBy: "requests",
            rows: requests,
            columns: [
              {
                title: "Request",
                cell: ({ at, operation, path, surface }) =>
                  requestCell(
                    { operation, path },
                    html`${surface === "mcp" ? "MCP" : "REST"}<span class="phone">${relative(at)}</span>`
                  )
              },
              { title: "Result", cell: resultOf },
              {
                title: "From",
                rank: 2,
                cell: ({ ip, user_agent }) => html`${ip ?? "–"}<span class="small">${user_agent ?? ""}</span>`
              },
              { title: "When", rank: 2, nowrap: true, cell: ({ at }) => relative(at) }
            ]
          })
  })

const nameOf = ({ last_four }: KeyRow, org: string): string => `${org}-key-${last_four}`

const changesFile = ({ actions, key }: KeyDetail, org: string): FileResponse =>
  tableFile({
    name: `${nameOf(key, org)}-changes`,
    rows: actions,
    columns: {
      action: ({ id }) => id,
      at: ({ at }) => at,
      change: ({ detail }) => detail,
      campaign: ({ campaign }) => campaign?.slug ?? null,
      campaign_name: ({ campaign }) => campaign?.name ?? null,
      undone: ({ undone }) => undone
    }
  })

/** The columns are those of the audit trail. */
const requestsFile = ({ key, requests }: KeyDetail, org: string): FileResponse =>
  tableFile({
    name: `${nameOf(key, org)}-requests`,
    rows: requests,
    columns: {
      at: ({ at }) => at,
      surface: ({ surface }) => surface,
      operation: ({ operation }) => operation,
      method: ({ method }) => method,
      path: ({ path }) => path,
      status_code: ({ status_code }) => status_code,
      error_code: ({ error_code }) => error_code,
      ip: ({ ip }) => ip,
      user_agent: ({ user_agent }) => user_agent,
      count: ({ count: times }) => times
    }
  })

const files = { changes: changesFile, requests: requestsFile }

/** How often the key was used, a bar for each day. */
const usageCard = ({ usage }: KeyDetail): Html | null => {
  const known = usage.flatMap(({ calls }) => calls ?? [])
  const total = known.reduce((sum, one) => sum + one, 0)
  if (total === 0) return null
  const from = usage[usage.length - known.length]!.day
  return card({
    id: "usage",
    title: "Calls a day",
    note: `${count(total, "call")} since ${shortDay(from)}, refused ones included`,
    body: timeChart({
      id: "usage-chart",
      title: `Calls a day, ${shortDay(usage[0]!.day)} to ${shortDay(usage.at(-1)!.day)}`,
      dates: usage.map(({ day }) => day),
      panels: [
        {
          name: "Calls",
          title: "Calls a day (UTC)",
          kind: "bars",
          unit: inNumbers,
          values: usage.map(({ calls }) => calls)
        }
      ]
    })
  })
}

const keyCard = (key: KeyRow): Html =>
  card({
    id: "key",
    title: "Key",
    body: facts([
      ["Key", html`<code>${key.prefix}…${key.last_four}</code>`],
      ["Person", key.creator],
      ["Last used", key.last_used_at === null ? "never" : relative(key.last_used_at)],
      ["Created", moment(key.created_at)],
      key.revoked_at === null
        ? ["Expires", moment(key.valid_until ?? key.expires_at)]
        : ["Revoked", moment(key.revoked_at)],
      [
        "Can",
        html`<ul class="bullets">${key.scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul>`
      ]
    ])
  })

/** How the key is held, and the buttons that change that. */
const heldCard = (key: KeyRow, request: BrowserRequest, mayLoosen: boolean): Html =>
  card({
    id: "held",
    title: "Approvals",
    lead: "The stricter of this and the organization’s rule decides. Its creator and owners hold it more strictly, only owners less.",
    body: html`<p><b>${approvalsText[key.approvals]}</b></p>${heldButtons(request, key.approvals, { mayLoosen, name: key.name, values: {} })}`
  })

const rotateCard = (request: BrowserRequest): Html =>
  card({
    id: "rotate",
    title: "Rotate",
    lead: "The replacement has the same name, scopes and approvals, belongs to you and expires after a year.",
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "rotate" })}${select({ name: "overlap_hours", label: "The old key stays valid", value: "48", choices: overlaps })}<button class="quiet">Rotate key</button></div>`
    )
  })

/** Suspends, resumes or revokes the key. */
const stopCard = ({ status }: KeyRow, request: BrowserRequest, path: string): Html => {
  const suspended = status === "suspended"
  return card({
    id: "stop",
    title: suspended ? "Suspended" : "Stop the key",
    body: html`<p>${suspended ? "Its calls are refused. Resuming lets the same key in again." : "Suspending refuses its calls until somebody resumes it."} Revoking ends it for good.</p>
<div class="row">${buttonForm(request, { action: suspended ? "resume" : "suspend" }, html`<button class="${suspended ? "" : "quiet bad"}">${suspended ? "Resume key" : "Suspend key"}</button>`)}${linkButton(`${path}?revoke=yes`, "Revoke key", "quiet bad")}</div>`
  })
}

const messages = {
  revoked: "The key was revoked. It no longer works.",
  suspended: "The key is suspended. Its calls are refused until it is resumed.",
  resumed: "The key works again.",
  held: "Saved. It applies from the next request of the key."
}

/** A key: what it did, how often it is used, and its rotation and end. */
const contentOf = (
  { data, frame }: PageData<KeyDetail>,
  request: BrowserRequest,
  { banners, result: created }: ShownPage<NewSecret>,
  appUrl: string
): PageContent => {
  const { key } = data
  const { effectiveRole, slug } = frame.organization!
  const path = pagePaths.key(slug, key.id)
  const owner = effectiveRole === "owner"
  const usable = key.status !== "revoked" && key.status !== "expired"
  return {
    title: `Key ${key.name}`,
    showsSecret: created !== null,
    body: html`${head({
      title: html`<bdi>${key.name}</bdi>`,
      crumbs: [
        owner
          ? { label: settingsSectionNames.keys, href: pagePaths.settings(slug, "keys") }
          : { label: "Your API keys", href: pagePaths.account("keys") },
        { label: "Key" }
      ],
      badge: keyStatusBadge(key) ?? badge("ok", "Active")
    })}
${banners}
${created === null ? null : createdKeyCard(created, { appUrl, back: pagePaths.key(slug, created.id) })}
${usable && request.query.has("revoke") ? revokeKeyDialog(key, request, { values: {}, path }) : null}
<div class="split">${actionsCard(data, slug)}<div class="aside stack">${usable ? html`${heldCard(key, request, owner)}${stopCard(key, request, path)}` : null}${key.status === "active" ? rotateCard(request) : null}${keyCard(key)}</div>${usageCard(data)}${requestsCard(data, slug)}</div>`
  }
}

const keyOf = ({ parameters: { id } }: BrowserRequest): number => idIn(id)

/** The key of the page's address. */
const values = (request: BrowserRequest) => ({ key: { id: keyOf(request) } })

/** /o/{org}/settings/keys/{id}: one key, for its creator and owners. */
export const organizationKey = (router: PageRouter) =>
  Effect.gen(function* () {
    const administrationForm = yield* makeAdministrationForm
    const reads = yield* keyReads
    const { appUrl } = yield* Settings
    const path = pagePaths.key(":org", ":id{[0-9]+}")
    for (const [table, file] of Object.entries(files))
      organizationFile(router, {
        path: pagePaths.tableOf(path, table),
        name: "pages.key",
        read: ({ clearance }, request) => reads.detail(clearance, keyOf(request), mostRows),
        file: ({ data, organization: { slug } }) => file(data, slug)
      })
    organizationPage(router, {
      path,
      name: "pages.key",
      place: "settings",
      read: ({ clearance }, request) => reads.detail(clearance, keyOf(request)),
      messages,
      forms: formsByAction("keys.change", {
        rotate: administrationForm("keys.rotate", { values, done: (created) => ({ show: created }) }),
        suspend: administrationForm("keys.suspend", { values, done: "suspended" }),
        resume: administrationForm("keys.resume", { values, done: "resumed" }),
        revoke: administrationForm("keys.revoke", { values, done: "revoked" }),
        tighten: administrationForm("keys.tighten", { values, done: "held" }),
        loosen: administrationForm("keys.loosen", { values, done: "held" })
      }),
      render: (page, request, shown) => contentOf(page, request, shown, appUrl)
    })
  })
