import {
  AdAccountNotLinked,
  AdPlatformConnectionIncomplete,
  Unavailable,
  ValidationError
} from "../contract/index.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { PlatformRefusal } from "./stored.ts"

const notLinked = new Set(["ACCOUNT_NOT_LINKED", "ACCOUNT_LINK_PENDING"])

/** Returns the refusal of a direct call. Use it only if the platform has certainly not done the change. */
export const platformRefusal = (failure: ReadFailure, field: string): PlatformRefusal => {
  const { message } = failure
  switch (failure._tag) {
    case "PlatformRefused":
      return failure.meaning === "no_access"
        ? { code: "ad_account_not_linked", field, message }
        : { code: "validation_error", field, message }
    case "SetupRequired":
      return {
        code: notLinked.has(failure.code) ? "ad_account_not_linked" : "ad_platform_connection_incomplete",
        field,
        message
      }
    case "ConnectionBroken":
      return { code: "ad_platform_connection_incomplete", field, message }
    case "PlatformUnreachable":
      return { code: "unavailable", field, message }
  }
}

/** Returns the service error of a refusal. */
export const errorOfRefusal = ({ code, field, message }: PlatformRefusal) => {
  switch (code) {
    case "validation_error":
      return new ValidationError({
        fields: [
          { path: field, message: `the ad platform declined the change: ${message.replace(/\.$/, "")}` }
        ]
      })
    case "ad_account_not_linked":
      return new AdAccountNotLinked()
    case "ad_platform_connection_incomplete":
      return new AdPlatformConnectionIncomplete({ because: message })
    case "unavailable":
      return new Unavailable({
        retryAfter: 30,
        because: "The ad platform cannot be reached right now, and nothing was changed."
      })
  }
}
