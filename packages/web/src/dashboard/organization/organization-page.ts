import type { BrowserRequest } from "../../kit/page.ts"

/** The address of a list's next page, which keeps the rest of the query. */
export const nextPage = ({ path }: BrowserRequest, cursor: string | null): string | null => {
  if (cursor === null) return null
  const [base, query] = path.split("?")
  const next = new URLSearchParams(query)
  next.set("cursor", cursor)
  return `${base}?${next}`
}

/** The cursor of the address, as input of a list operation. */
export const cursorOf = ({ query }: BrowserRequest): { readonly cursor?: string } => {
  const cursor = query.get("cursor")
  return cursor === null ? {} : { cursor }
}
