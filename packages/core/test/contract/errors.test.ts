import { describe, expect, it } from "vitest"
import {
  BudgetCapExceeded,
  envelope,
  errorCodes,
  errorTable,
  InsufficientScope,
  statusOf
} from "../../src/contract/index.ts"

/** The statuses that callers rely on, written out. */
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
  channel_not_supported: 409,
  recently_applied: 409,
  recommendation_not_pending: 409,
  undo_conflict: 409,
  preview_stale: 409,
  preview_required: 409,
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

  it("wraps an error with its extra fields and its documentation URL", () => {
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

  it("distinguishes the two budget limits", () => {
    const perCall = envelope(
      new BudgetCapExceeded({ allowed_min: 75, allowed_max: 125, currency: "USD" }),
      "",
      "rest"
    ).error
    expect(perCall).toMatchObject({ allowed_min: 75, allowed_max: 125 })
    expect(perCall).not.toHaveProperty("monthly_cap")
    const monthly = envelope(
      new BudgetCapExceeded({ monthly_cap: 12000, allowed_max_daily: 140, currency: "USD" }),
      "",
      "rest"
    ).error
    expect(monthly).toMatchObject({ monthly_cap: 12000, allowed_max_daily: 140 })
    expect(monthly).not.toHaveProperty("allowed_min")
    expect(monthly.message).not.toContain("Send a budget")
  })

  it("reports both budget limits if both are exceeded, and one range that meets both", () => {
    const figures = { allowed_min: 75, allowed_max: 125, monthly_cap: 12000, allowed_max_daily: 110 }
    for (const language of ["rest", "mcp", "cli"] as const) {
      const { error } = envelope(new BudgetCapExceeded({ ...figures, currency: "EUR" }), "", language)
      expect(error).not.toHaveProperty("currency")
      expect(error).toMatchObject(figures)
      expect(error.message).toBe(
        "One call may move this budget only to between €75 and €125. All budgets, daily ones times 30, must stay within the monthly cap of €12,000. This campaign may have at most €110 a day. Send a budget between €75 and €110."
      )
    }
  })

  it("describes a rejected undo as an undo", () => {
    const told = (figures: object) =>
      envelope(
        new BudgetCapExceeded({
          ...figures,
          currency: "USD",
          restores: "Daily budget of boiler-repair to $200"
        }),
        "",
        "mcp"
      ).error
    const capped = told({ monthly_cap: 12000, allowed_max_daily: 110 })
    expect(capped).toMatchObject({ monthly_cap: 12000, allowed_max_daily: 110 })
    expect(capped).not.toHaveProperty("restores")
    expect(capped.message).toContain("the undo would restore Daily budget of boiler-repair to $200")
    expect(capped.message).toContain("svc_update_campaign")
    const launched = told({ allowed_min: 1, allowed_max: 10 })
    expect(launched.message).toContain("a launched campaign keeps a daily budget of at least $1")
    for (const { message } of [capped, launched]) expect(message).not.toContain("Send a budget")
  })
})
