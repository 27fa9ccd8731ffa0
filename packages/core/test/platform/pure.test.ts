import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { LocalCampaign } from "../../src/campaigns/sync/local.ts"
import {
  firstLength,
  maxRows,
  nextLength,
  shorterLength,
  windowFrom
} from "../../src/campaigns/sync/metrics.ts"
import { batchesOf } from "../../src/campaigns/sync/structure.ts"
import {
  campaignRow,
  freeSlug,
  planCampaigns,
  stateOf,
  stemOf
} from "../../src/campaigns/sync/write-campaigns.ts"
import { type LocalRow, matchRows } from "../../src/campaigns/sync/write-parts.ts"
import { CampaignSlug } from "../../src/contract/index.ts"
import { describeEdit } from "../../src/platform/google-ads/external-changes.ts"
import { failureOf } from "../../src/platform/google-ads/failures.ts"
import { gaqlString, microsOf } from "../../src/platform/google-ads/search.ts"
import { instantOf } from "../../src/platform/local-time.ts"

const there = (more: object = {}) =>
  ({
    ref: "c/1",
    platformId: "1",
    name: "One",
    state: "paused",
    budget: 10,
    targetCpa: null,
    aiMax: false,
    ...more
  }) as never
const structure = (...campaigns: ReadonlyArray<never>) => ({ campaigns }) as never
const local = (more: Partial<LocalCampaign> = {}): LocalCampaign => ({
  id: 7,
  organization: 1,
  slug: "one",
  name: "One",
  budget: 10,
  target_cpa: null,
  ai_max: false,
  conflict: null,
  state: "paused",
  state_error: null,
  origin: "created",
  platform_id: "1",
  ref: "c/1",
  budget_ref: null,
  creation_name: null,
  busy: false,
  written_since_read: false,
  changed_externally: false,
  ...more
})

describe("batches of an account", () => {
  const account = (sizes: ReadonlyArray<number>) => ({
    campaigns: sizes.map((_, n) => there({ ref: `c/${n}` })),
    ads: [],
    keywords: sizes.flatMap((size, n) => Array.from({ length: size }, () => ({ campaign: `c/${n}` }))),
    negatives: [],
    locations: sizes.map((_, n) => ({ campaign: `c/${n}` })),
    radii: [],
    sitelinks: [],
    callouts: []
  })
  const shape = (sizes: ReadonlyArray<number>) =>
    batchesOf(account(sizes) as never).map(({ campaigns, keywords, locations }) => [
      campaigns.length,
      keywords.length,
      locations.length
    ])

  it("hold few campaigns or parts, so writers wait briefly; a large campaign is a batch of its own", () => {
    expect(shape([])).toEqual([])
    expect(shape([1, 1, 1, 1, 1, 1, 1])).toEqual([
      [5, 5, 5],
      [2, 2, 2]
    ])
    expect(shape([200, 90, 20, 5000, 1])).toEqual([
      [2, 290, 2],
      [1, 20, 1],
      [1, 5000, 1],
      [1, 1, 1]
    ])
  })

  it("never count less than the platform spends", () => {
    const counted = (budget: number) => {
      const { budget: here, platform_budget } = campaignRow(there({ budget }), account([]) as never)
      return [here, platform_budget]
    }
    expect(counted(10)).toEqual([10, 10])
    expect(counted(10.1)).toEqual([11, 10.1])
    expect(counted(10.4)).toEqual([11, 10.4])
    expect(counted(10.004)).toEqual([11, 10.01])
    expect(counted(0.01)).toEqual([1, 0.01])
  })

  it("treat local writes after the read as newer", () => {
    const seen = (ours: LocalCampaign) => planCampaigns(structure(there()), [ours]).unfollowed.length
    expect(seen(local({ busy: true }))).toBe(1)
    expect(seen(local({ changed_externally: true }))).toBe(1)
    expect(seen(local({ busy: true, written_since_read: true }))).toBe(0)
    expect(seen(local())).toBe(0)
  })
})

describe("the sync of a campaign", () => {
  const counts = (ours: LocalCampaign, theirs: object = {}, accepted: ReadonlyArray<number> = []) =>
    Object.entries(planCampaigns(structure(there(theirs)), [ours], new Set(accepted)).counts)
      .filter(([, count]) => count > 0)
      .map(([name]) => name)

  it.each([
    ["follows it", local(), {}, [], ["updated"]],
    ["holds an inactive campaign that others changed", local({ changed_externally: true }), {}, [], ["held"]],
    ["holds one whose budget differs, before the history says so", local(), { budget: 12 }, [], ["held"]],
    ["takes a fraction for the budget that it rounds up to", local(), { budget: 9.4 }, [], ["updated"]],
    ["updates it once a person accepted", local({ changed_externally: true }), {}, [7], ["updated"]],
    [
      "follows one that others set running",
      local({ changed_externally: true }),
      { state: "live" },
      [],
      ["updated"]
    ],
    [
      "updates one that is live here",
      local({ changed_externally: true, state: "live" }),
      {},
      [],
      ["updated"]
    ],
    ["updates imported ones", local({ changed_externally: true, origin: "imported" }), {}, [], ["updated"]],
    [
      "skips one with a change in progress",
      local({ busy: true, changed_externally: true }),
      {},
      [],
      ["busy"]
    ],
    ["imports an unknown one", local({ platform_id: "2", state: "error" }), {}, [], ["imported"]],
    [
      "marks a missing one as removed",
      local({ platform_id: "2" }),
      { name: "Other" },
      [],
      ["imported", "removed"]
    ],
    ["recognises one that is being created", local({ platform_id: null, creation_name: "one" }), {}, [], []],
    [
      "recognises one whose creation is in progress",
      local({ platform_id: null, state: "draft", busy: true }),
      {},
      [],
      []
    ],
    [
      "takes a draft of the same name for another",
      local({ platform_id: null, state: "draft" }),
      {},
      [],
      ["imported"]
    ]
  ] as const)("%s", (_title, ours, theirs, accepted, expected) => {
    expect(counts(ours, theirs, accepted)).toEqual(expected)
  })

  it("keeps a draft a draft while it is paused", () => {
    expect(stateOf(there(), local({ state: "draft" }))).toBe("draft")
    expect(stateOf(there({ state: "live" }), local({ state: "draft" }))).toBe("live")
    expect(stateOf(there(), local({ state: "error" }))).toBe("paused")
    expect(stateOf(there())).toBe("paused")
  })
})

describe("matching rows", () => {
  const kept = (id: number, ref: string | null, likeness: string, removed = false): LocalRow => ({
    id,
    ref,
    identityKey: likeness,
    removed
  })
  const match = (theirs: ReadonlyArray<readonly [string, string]>, ours: ReadonlyArray<LocalRow>) => {
    const { both, removedRemotely, remoteOnly } = matchRows(
      theirs,
      ours,
      ([ref]) => ref,
      ([, likeness]) => likeness
    )
    return {
      both: both.map(([[ref], { id }]) => `${ref}=${id}`),
      onlyThere: remoteOnly.map(([ref]) => ref),
      gone: removedRemotely.map(({ id }) => id)
    }
  }

  it("matches by resource name, then by identity, and misses none", () => {
    expect(
      match(
        [
          ["a", "x"],
          ["b", "y"],
          ["c", "z"]
        ],
        [kept(1, "a", "other"), kept(2, null, "y"), kept(3, "d", "w")]
      )
    ).toEqual({ both: ["a=1", "b=2"], onlyThere: ["c"], gone: [3] })
  })
  it("reuses a removed row, but prefers a present one", () => {
    expect(match([["a", "x"]], [kept(1, "a", "x", true)])).toEqual({ both: ["a=1"], onlyThere: [], gone: [] })
    expect(match([["a", "x"]], [kept(2, "a", "x"), kept(9, "a", "x", true)]).both).toEqual(["a=2"])
  })
  it("assigns each row once", () => {
    expect(
      match(
        [
          ["a", "x"],
          ["b", "x"]
        ],
        [kept(1, null, "x")]
      )
    ).toEqual({ both: ["a=1"], onlyThere: ["b"], gone: [] })
  })
})

describe("helpers", () => {
  it("creates slugs that the contract accepts, for any length and number of equal names", () => {
    const isSlug = Schema.is(CampaignSlug)
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: "grapheme" }),
        fc.integer({ min: 1, max: 12 }),
        (name, times) => {
          const taken = new Set<string>()
          const made = Array.from({ length: times }, () => freeSlug(name, taken))
          expect(made.filter((slug) => !isSlug(slug))).toEqual([])
          expect(taken.size).toBe(times)
          expect(made.filter((slug) => !slug.startsWith(stemOf(name)))).toEqual([])
        }
      )
    )
    const long = new Set<string>()
    expect(["x".repeat(200), "x".repeat(150)].map((name) => freeSlug(name, long).length)).toEqual([100, 94])
  })

  it("converts names to slugs", () => {
    const taken = new Set(["boiler-repair"])
    expect(
      ["Boiler repair", "Boiler  Repair!", "Größe & Co", "日本"].map((name) => freeSlug(name, taken))
    ).toEqual(["boiler-repair-2", "boiler-repair-3", "gro-e-co", "campaign"])
  })
  it("ends a window with the last day", () => {
    expect(windowFrom("2026-02-25", 4, "2026-03-05")).toEqual({ from: "2026-02-25", to: "2026-02-28" })
    expect(windowFrom("2026-03-05", 4, "2026-03-05")).toEqual({ from: "2026-03-05", to: "2026-03-05" })
  })
  it("chooses the length of a window by the rows of the one before", () => {
    const limits = { firstWindowDays: 7, windowDays: 40, windowRows: 1000 }
    const week = { from: "2026-03-01", to: "2026-03-07" }
    expect(firstLength(limits)).toBe(7)
    expect(firstLength({ ...limits, windowDays: 5 })).toBe(5)
    // It grows four times at most, and never beyond the limit.
    expect([0, 1, 1000, 1001, 7000, 7001].map((rows) => nextLength(week, rows, limits))).toEqual([
      28, 28, 7, 6, 1, 1
    ])
    expect(nextLength({ from: "2026-03-01", to: "2026-03-28" }, 10, limits)).toBe(40)
    // A day is the smallest window, so it may have any number of rows.
    expect(maxRows(week, limits)).toBe(4000)
    expect(maxRows({ from: "2026-03-01", to: "2026-03-01" }, limits)).toBe(Number.POSITIVE_INFINITY)
    expect(shorterLength(week)).toBe(1)
    expect(shorterLength({ from: "2026-03-01", to: "2026-03-02" })).toBe(1)
  })
  it("converts a local time of the account, with its fraction", () => {
    const now = new Date("2026-11-13T00:00:00Z")
    expect(instantOf("2026-11-12 19:45:00.123456", "Europe/Berlin", now)).toBe("2026-11-12T18:45:00.123Z")
  })
  it("quotes strings and converts amounts", () => {
    expect(gaqlString("Bob's \\ bar")).toBe("'Bob\\'s \\\\ bar'")
    expect(microsOf(35.504999)).toBe("35500000")
    expect(microsOf(0.1 + 0.2)).toBe("300000")
  })
  it("describes edits", () => {
    const edit = (
      kind: string,
      operation: string,
      fields: string,
      before: object,
      after: object,
      client = "GOOGLE_ADS_WEB_CLIENT"
    ) =>
      describeEdit({
        client,
        kind,
        operation,
        fields: fields.split(",").filter(Boolean),
        before: before as never,
        after: after as never,
        currency: "USD"
      })
    expect(
      edit(
        "CAMPAIGN_BUDGET",
        "UPDATE",
        "amountMicros",
        { amountMicros: "8000000" },
        { amountMicros: "10500000" }
      )
    ).toBe("Daily budget changed from $8 to $10.50")
    expect(
      edit(
        "CAMPAIGN_BUDGET",
        "UPDATE",
        "totalAmountMicros",
        { totalAmountMicros: "2000000000" },
        { totalAmountMicros: "2500000000" }
      )
    ).toBe("Total budget changed from $2,000 to $2,500")
    expect(edit("CAMPAIGN", "UPDATE", "endDateTime", {}, { endDateTime: "2026-12-08 23:59:59" })).toBe(
      "End changed from none to 2026-12-08"
    )
    const word = { keyword: { text: "free", matchType: "BROAD" } }
    expect(edit("CAMPAIGN_CRITERION", "REMOVE", "", word, {})).toBe('Negative keyword "free" removed')
    expect(edit("AD_GROUP_CRITERION", "UPDATE", "status", word, { ...word, status: "PAUSED" })).toBe(
      'Keyword "free" paused'
    )
    expect(edit("CAMPAIGN", "UPDATE", "networkSettings,targetSpend.cpcBidCeilingMicros", {}, {})).toBe(
      "Campaign changed: network settings, cpc bid ceiling"
    )
    expect(
      edit("CAMPAIGN_CRITERION", "CREATE", "", {}, word, "GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION")
    ).toBe('Negative keyword "free" added (by a recommendation that Google applied automatically)')
  })
})

describe("an error response", () => {
  const ads = (errorCode: object, more: object = {}) => ({
    error: {
      code: 400,
      message: "Outer.",
      status: "X",
      details: [{ errors: [{ errorCode, message: "Inner.", ...more }] }]
    }
  })
  it.each([
    [403, ads({ authorizationError: "CUSTOMER_NOT_ENABLED" }), "SetupRequired"],
    [403, ads({ authorizationError: "CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION" }), "SetupRequired"],
    [401, ads({ authenticationError: "OAUTH_TOKEN_DISABLED" }), "ConnectionBroken"],
    [401, ads({ authenticationError: "GOOGLE_ACCOUNT_DELETED" }), "ConnectionBroken"],
    [401, ads({ authenticationError: "NOT_ADS_USER" }), "ConnectionBroken"],
    [401, ads({ authenticationError: "TWO_STEP_VERIFICATION_NOT_ENROLLED" }), "ConnectionBroken"],
    [401, ads({ authenticationError: "OAUTH_TOKEN_EXPIRED" }), "TokenExpired"],
    [429, ads({ quotaError: "RESOURCE_EXHAUSTED" }), "QuotaExceeded"],
    [500, ads({ internalError: "TRANSIENT_ERROR" }), "ResponseLost"],
    [503, undefined, "ResponseLost"],
    [400, [ads({ queryError: "UNRECOGNIZED_FIELD" })], "PlatformRefused"],
    [400, "<html>", "PlatformRefused"]
  ] as const)("%i %j is %s", (status, body, tag) => {
    expect(failureOf(status, body, "r1")._tag).toBe(tag)
  })
  it("keeps the platform's message and delay", () => {
    expect(failureOf(400, ads({ campaignError: "DUPLICATE_CAMPAIGN_NAME" }), "r1")).toMatchObject({
      code: "campaignError.DUPLICATE_CAMPAIGN_NAME",
      message: "Inner.",
      requestId: "r1"
    })
    const quota = ads({ quotaError: "X" }, { details: { quotaErrorDetails: { retryDelay: "1.5s" } } })
    expect(failureOf(429, quota, undefined)).toMatchObject({ retryAfterMillis: 1500 })
  })
})
