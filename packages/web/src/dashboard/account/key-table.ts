import type { KeyRow } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
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

const soon = 30 * 86_400_000

/** When a key stops working; amber in its last month. */
const expiry = ({ expires_at, status, valid_until }: KeyRow): Html => {
  const at = valid_until ?? expires_at
  if (status === "revoked" || status === "expired") return html`<span class="soft">ended</span>`
  return Date.parse(at) - Date.now() < soon ? html`<span class="warn">${relative(at)}</span>` : day(at)
}

const summary = ({ scopes }: KeyRow): string => {
  const writes = scopes.filter((scope) => !scope.endsWith(":read")).map((scope) => scope.replace(":", " "))
  return writes.length === 0 ? "read only" : `read; ${writes.join(", ")}`
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
