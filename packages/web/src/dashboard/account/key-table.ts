import type { KeyRow } from "@adwarden/core"
import { pagePaths, type Scope } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { badge, day, linkButton, relative, table } from "../../parts/index.ts"

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
