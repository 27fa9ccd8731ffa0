import type { Endpoint, SettingsShape } from "@adwarden/core"
import { makeHostAndOriginCheck } from "@adwarden/http-host"
import { Effect } from "effect"
import { RejectedForm } from "./read-form.ts"

const foreignHeaderError = (header: "Host" | "Origin", appUrl: string) =>
  new RejectedForm({
    statusCode: 403,
    errorCode: `foreign_${header.toLowerCase()}`,
    message: `The ${header} of this request is not accepted. Open ${appUrl} instead.`
  })

/** No page has this character in its address, and Postgres cannot compare it. */
const unreadableAddress = new RejectedForm({
  statusCode: 400,
  errorCode: "unreadable_address",
  message:
    "This address has a character that is no text. Check the address, or start from your organizations."
})

/** Fails with a refusal, so that it is audited under the name of the page. */
export const refusalEndpoint = (name: string, refusal: RejectedForm): Endpoint<never, RejectedForm> => ({
  name,
  admits: "anyone",
  run: () => Effect.fail(refusal)
})

/** Returns why a request is rejected before anything of it is read; null if it is not. */
export const makeRefusal = (settings: SettingsShape) => {
  const foreignHeaderOf = makeHostAndOriginCheck(settings)
  return (request: Request): RejectedForm | null => {
    const header = foreignHeaderOf(request)
    if (header !== null) return foreignHeaderError(header, settings.appUrl)
    return request.url.includes("%00") ? unreadableAddress : null
  }
}
