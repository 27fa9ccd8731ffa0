import { describe, expect, it } from "vitest"
import { errorOfRefusal, platformRefusal } from "../../src/changes/settle.ts"
import {
  ConnectionBroken,
  PlatformRefused,
  PlatformUnreachable,
  type ReadFailure,
  SetupRequired
} from "../../src/platform/errors.ts"

const platform = "Google Ads"
const message = "Said by the platform."
const refused = (meaning: PlatformRefused["meaning"]) =>
  new PlatformRefused({ platform, code: "x", message, meaning })
const setup = (code: string) => new SetupRequired({ code, message })

describe("a failure of the platform", () => {
  it.each<[string, ReadFailure, object]>([
    ["a refusal", refused(undefined), { _tag: "validation_error" }],
    ["a refusal without access", refused("no_access"), { _tag: "ad_account_not_linked" }],
    ["no account", setup("ACCOUNT_NOT_LINKED"), { _tag: "ad_account_not_linked" }],
    ["an account that waits", setup("ACCOUNT_LINK_PENDING"), { _tag: "ad_account_not_linked" }],
    ["no login", setup("LOGIN_MISSING"), { _tag: "ad_platform_connection_incomplete", because: message }],
    [
      "a revoked login",
      new ConnectionBroken({ platform, code: "x", message }),
      { _tag: "ad_platform_connection_incomplete", because: message }
    ],
    [
      "no answer",
      new PlatformUnreachable({ platform, message }),
      { _tag: "unavailable", retryAfter: 30, because: expect.stringContaining("nothing was changed") }
    ]
  ])("%s is the caller's error", (_, failure, error) => {
    const refusal = platformRefusal(failure, "keywords")
    expect(refusal).toMatchObject({ field: "keywords", message })
    expect(errorOfRefusal(refusal)).toMatchObject(error)
  })

  it("that is a refusal names the field, with the message as part of our sentence", () => {
    expect(errorOfRefusal(platformRefusal(refused(undefined), "keywords"))).toMatchObject({
      fields: [{ path: "keywords", message: "the ad platform declined the change: Said by the platform" }]
    })
  })
})
