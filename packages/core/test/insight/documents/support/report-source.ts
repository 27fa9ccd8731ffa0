import { windowsOf } from "../../../../src/insight/documents/kinds/index.ts"
import type { Source } from "../../../../src/insight/documents/source.ts"

/** A week of an organization without figures, to which a test adds its own. */
export const reportSource = (over: Partial<Source> = {}): Source => ({
  organization: { name: "Northwind", currency: "USD" },
  windows: windowsOf("weekly", { from: "2026-11-09", to: "2026-11-15" }),
  first: "2026-01-01",
  latest: "2026-11-15",
  campaigns: [],
  days: [],
  terms: [],
  terms_total: 0,
  actions: [],
  actions_total: 0,
  outside: [],
  outside_total: 0,
  events: [],
  past: false,
  pending: [],
  pending_total: 0,
  checked_daily: true,
  applied: [],
  accuracy: [],
  profile: null,
  keywords: [],
  serving: [],
  negatives: [],
  ...over
})
