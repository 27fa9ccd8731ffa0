import type { KeyDetail, KeyRow, PageData } from "@adwarden/core"
import { pagePaths, scopeMeanings, settingsSectionNames } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { form, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import {
  badge,
  banner,
  card,
  count,
  empty,
  facts,
  head,
  hidden,
  moment,
  problemBanner,
  relative,
  select,
  table
} from "../../parts/index.ts"
import { createdKeyCard, keyStatusBadge, type NewSecret } from "../account/index.ts"

/** How long the replaced key can stay valid. */
const overlaps = [
  { value: "48", label: "for 2 days" },
  { value: "24", label: "for 1 day" },
  { value: "1", label: "for 1 hour" },
  { value: "0", label: "not at all" }
]

const actionsCard = ({ actions }: KeyDetail, org: string): Html =>
  card({
    id: "actions",
    title: "What it changed",
    note: actions.length === 0 ? "" : "newest first",
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

const requestsCard = ({ requests }: KeyDetail): Html =>
  card({
    id: "requests",
    title: "Requests",
    note: requests.length === 0 ? "" : "newest first",
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
                cell: ({ operation, path, surface }) =>
                  html`${operation ?? path ?? "unknown"}<span class="small">${surface === "mcp" ? "MCP" : "REST"}</span>`
              },
              { title: "Result", cell: resultOf },
              {
                title: "From",
                rank: 2,
                cell: ({ ip, user_agent }) => html`${ip ?? "–"}<span class="small">${user_agent ?? ""}</span>`
              },
              { title: "When", nowrap: true, cell: ({ at }) => relative(at) }
            ]
          })
  })

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

const rotateCard = (request: BrowserRequest, path: string): Html =>
  card({
    id: "rotate",
    title: "Rotate",
    lead: "The replacement has the same name and scopes, belongs to you and expires after a year.",
    body: form(
      request,
      path,
      html`<div class="stack">${hidden({ action: "rotate" })}${select({ name: "overlap_hours", label: "The old key stays valid", value: "48", choices: overlaps })}<button class="quiet">Rotate key</button></div>`
    )
  })

const revokeCard = (request: BrowserRequest, path: string): Html =>
  card({
    id: "revoke",
    title: "Revoke",
    body: html`<p>Whatever uses it stops with its next call. This cannot be undone.</p>${form(request, path, html`${hidden({ action: "revoke" })}<button class="danger">Revoke key</button>`)}`
  })

interface KeyPageView {
  readonly created?: NewSecret
  readonly problems?: ReadonlyArray<Problem>
}

/** A key: what it did, rotate and revoke. */
export const keyPage = (
  { data, frame }: PageData<KeyDetail>,
  request: BrowserRequest,
  appUrl: string,
  { created, problems = [] }: KeyPageView = {}
): Page => {
  const { key } = data
  const { effectiveRole, slug } = frame.organization!
  const path = pagePaths.key(slug, key.id)
  const owner = effectiveRole === "owner"
  const usable = key.status === "active" || key.status === "rotated"
  return {
    title: `Key ${key.name}`,
    dashboard: {
      frame,
      place: { of: "organization", page: "settings" },
      ...(created === undefined ? {} : { showsSecret: true })
    },
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
${problemBanner(problems, [], slug)}
${request.query.get("done") === "revoked" ? banner("good", "The key was revoked. It no longer works.") : null}
${created === undefined ? null : createdKeyCard(created, { appUrl, back: pagePaths.key(slug, created.id) })}
<div class="split">${actionsCard(data, slug)}<div class="aside stack">${usable ? revokeCard(request, path) : null}${key.status === "active" ? rotateCard(request, path) : null}${keyCard(key)}</div>${requestsCard(data)}</div>`
  }
}
