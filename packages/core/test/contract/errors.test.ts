import { describe, expect, it } from "vitest"
import {
  envelope,
  errorCodes,
  errorTable,
  InsufficientScope,
  MonthlyCapExceeded,
  PerCallLimitExceeded,
  statusOf
} from "../../src/contract/index.ts"

/** The statuses that callers may rely on, written out. */
const promised: Record<string, number> = {
  unauthorized: 401,
  insufficient_scope: 403,
  org_access_denied: 403,
  role_denied: 403,
  validation_error: 400,
  not_found: 404,
  budget_cap_exceeded: 422,
  launch_blocked: 422,
  sync_conflict: 409,
  approval_required: 202,
  ad_account_not_linked: 409,
  ad_account_not_selected: 409,
  ad_platform_connection_incomplete: 409,
  business_profile_not_ready: 409,
  ad_not_supported: 409,
  recently_applied: 409,
  recommendation_not_pending: 409,
  undo_conflict: 409,
  preview_stale: 409,
  idempotency_conflict: 409,
  rate_limited: 429,
  write_quota_exceeded: 429,
  approval_queue_full: 429,
  payload_too_large: 413,
  internal_error: 500,
  unavailable: 503
}

describe("the error table", () => {
  it("has every code with its status", () => {
    expect(Object.fromEntries(errorCodes.map((code) => [code, errorTable[code].status]))).toEqual(promised)
  })

  it("wraps an error with its extra fields and a page that explains it", () => {
    const error = new InsufficientScope({ required_scope: "keywords:write" })
    expect(statusOf(error)).toBe(403)
    expect(envelope(error, "https://app.test", "rest")).toEqual({
      error: {
        code: "insufficient_scope",
        message: expect.stringContaining("keywords:write"),
        doc_url: "https://app.test/docs/errors#insufficient_scope",
        required_scope: "keywords:write"
      }
    })
  })

  it("tells the two budget limits apart", () => {
    const perCall = envelope(
      new PerCallLimitExceeded({ allowed_min: 75, allowed_max: 125 }),
      "",
      "rest"
    ).error
    expect(perCall).toMatchObject({ allowed_min: 75, allowed_max: 125 })
    expect(perCall).not.toHaveProperty("monthly_cap")
    const monthly = envelope(
      new MonthlyCapExceeded({ monthly_cap: 12000, allowed_max_daily: 140 }),
      "",
      "rest"
    ).error
    expect(monthly).toMatchObject({ monthly_cap: 12000, allowed_max_daily: 140 })
    expect(monthly).not.toHaveProperty("allowed_min")
  })
})
