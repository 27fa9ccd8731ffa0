import { namedPages } from "@adwarden/core/contract"
import { type Content, html } from "./html.ts"

const pathOf = new Map(namedPages.map(({ name, path }) => [name, path]))

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * Matches the name of any page. It captures the name, so that splitting a text by it keeps the names at the odd
 * positions.
 */
const anyName = new RegExp(`(${[...pathOf.keys()].map(escaped).join("|")})`)

/**
 * A message of the service whose names of pages, such as “Settings › Limits”, are links to the pages of an
 * organization. Without an organization, only those of the person are links.
 */
export const linkPages = (text: string, org: string | undefined): Content =>
  text.split(anyName).map((part) => {
    const path = pathOf.get(part)?.(org) ?? null
    return path === null ? part : html`<a href="${path}">${part}</a>`
  })
