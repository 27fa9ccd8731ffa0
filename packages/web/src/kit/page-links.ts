import { namedPages } from "@adwarden/core/contract"
import { type Content, html } from "./html.ts"

const pathOf = new Map(namedPages.map(({ name, path }) => [name, path]))

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Captures the names, so that splitting a text by it keeps them. */
const anyName = new RegExp(`(${[...pathOf.keys()].map(escaped).join("|")})`)

/**
 * A message of the service whose names of pages, such as “Settings › Limits”, are links to the pages of an
 * organization. Without an organization it is only text.
 */
export const linkPages = (text: string, org: string | undefined): Content =>
  org === undefined
    ? text
    : text.split(anyName).map((part) => {
        const path = pathOf.get(part)
        return path === undefined ? part : html`<a href="${path(org)}">${part}</a>`
      })
