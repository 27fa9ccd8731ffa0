import type { OrganizationPageReader } from "@adwarden/core"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { previewChange } from "../change/previewed-change.ts"

/** Previews accepting the changes of the campaign that the address names; null if it names none. */
export const previewAccept = (reader: OrganizationPageReader, { query }: BrowserRequest) => {
  const slug = query.get("accept")
  return slug === null
    ? Effect.succeed(null)
    : previewChange(reader, "campaigns.accept_changes", { slug }, { slug: "The campaign" })
}
