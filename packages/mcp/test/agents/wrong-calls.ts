/** What the wrong calls name: ids that exist, in a state that the call does not expect. */
export interface Made {
  readonly applied: string
  readonly earlier: string
  readonly stale: string
  readonly queuedByOther: string
  readonly cursor: string
}

export interface WrongCall {
  readonly tool: string
  readonly args: object | ((made: Made) => object)
  readonly code: string
  /** What the error tells the agent to send or to call next. */
  readonly next: RegExp
  readonly as?: readonly [organization: string, role: "owner" | "admin" | "member"]
}

const member = ["northwind", "member"] as const
const tailspin = ["tailspin", "owner"] as const
const northwindSite = "http://northwind.test/"
const boiler = { slug: "boiler-repair" }

type Row = readonly [tool: string, args: WrongCall["args"], code: string, next: RegExp, as?: WrongCall["as"]]

const invalid = "validation_error"
const rows: ReadonlyArray<Row> = [
  // Names of tools
  ["svc_list_campaign", {}, "not_found", /Did you mean svc_list_campaigns\?/],
  ["campaigns.list", {}, "not_found", /Did you mean svc_list_campaigns\?/],
  ["svc_pause_campaign", boiler, "not_found", /Did you mean svc_set_campaign_state\?/],
  ["get_roas", {}, "not_found", /List the tools with tools\/list/],

  // Organizations and roles
  ["svc_list_campaigns", { org: "nortwind" }, "org_access_denied", /svc_list_organizations/],
  ["svc_get_account_overview", { org: "fabrikam" }, "org_access_denied", /svc_list_organizations/],
  ["svc_get_account_overview", { organization: "northwind" }, invalid, /takes org/],
  ["svc_list_organizations", { org: "northwind" }, invalid, /it takes none/],
  [
    "svc_update_campaign",
    { ...boiler, budget: 110 },
    "insufficient_scope",
    /campaigns:write.*role admin/,
    member
  ],
  ["svc_get_action_log", {}, "insufficient_scope", /audit:read.*role owner/],
  ["svc_get_business_profile", {}, "not_found", /Start the analysis/, tailspin],
  [
    "svc_create_campaign",
    { website_url: northwindSite },
    "business_profile_not_ready",
    /Start the analysis/,
    tailspin
  ],

  // Campaigns and lists
  ["svc_get_campaign", {}, invalid, /slug: is required.*svc_list_campaigns/],
  ["svc_get_campaign", { slug: "boiler-repairs" }, "not_found", /Did you mean boiler-repair\?/],
  ["svc_get_campaign", { slug: "Bathroom fitting" }, "not_found", /send its slug, bathroom-fitting/],
  ["svc_list_campaigns", { status: "live" }, invalid, /did you mean state\?/],
  ["svc_list_campaigns", { state: "active" }, invalid, /one of live, paused, draft, error/],
  [
    "svc_list_campaigns",
    { account_id: "123" },
    "not_found",
    /svc_get_account_overview lists the ad accounts/
  ],
  ["svc_list_keywords", ({ cursor }) => ({ ...boiler, cursor }), invalid, /leave it out to start again/],
  ["svc_list_negative_keywords", { slug: "nope" }, "not_found", /svc_list_campaigns/],

  ["svc_list_ads", { slug: "emergency_plumber" }, "not_found", /Did you mean emergency-plumber\?/],
  ["svc_get_website_facts", { url: "northwind.test" }, invalid, /such as https:\/\/example\.com\/page/],

  // Figures
  [
    "svc_get_performance",
    { from: "2026-02-01", to: "2026-01-01" },
    invalid,
    /send from 2026-01-01 to 2026-02-01/
  ],
  ["svc_get_performance", { from: "last week" }, invalid, /YYYY-MM-DD/],
  ["svc_get_search_terms", { days: 365 }, invalid, /from 1 to 90/],
  [
    "svc_query",
    { query: "SELECT campaign.nam FROM campaign" },
    invalid,
    /campaign\.nam.*A query that works: SELECT/
  ],
  ["svc_query", { query: "SELECT * FROM campaign" }, invalid, /form SELECT field.*A query that works/],
  ["svc_query", { query: "SELECT campaign.id FROM customer_user_access" }, invalid, /svc_get_performance/],
  ["svc_query", { query: "x".repeat(10_001) }, invalid, /at most 10000 characters/],
  [
    "svc_query",
    { query: "SELECT campaign.id FROM campaign", account_id: "999" },
    "not_found",
    /Linked .* are: \d+/
  ],

  // Reports and findings
  ["svc_get_report", { type: "strategic" }, "not_found", /Have one made/],
  ["svc_get_report", { type: "weekly", report_id: "str_12345678" }, "not_found", /svc_get_strategy takes/],
  ["svc_get_strategy", {}, invalid, /strategy_id: is required.*svc_list_strategies/],
  ["svc_list_strategies", { limit: 0 }, invalid, /from 1 to 100/],
  ["svc_generate_strategy", { documents: ["notes"] }, invalid, /an object with name, content/],
  ["svc_generate_report", { type: "strategic" }, invalid, /must be weekly/],
  ["svc_run_detector", { ...boiler, detector: "waste" }, invalid, /one of high_cpc, no_conversion_keywords/],
  ["svc_run_detector", { ...boiler, detector: "tcpa", options: { dayz: 7 } }, invalid, /did you mean days\?/],
  [
    "svc_run_detector",
    { slug: "all-services", detector: "all" },
    "channel_not_supported",
    /choose a search campaign/
  ],
  ["svc_list_recommendations", { status: "open" }, invalid, /one of pending, applied, dismissed, undone/],
  ["svc_apply_recommendation", {}, invalid, /id: is required.*svc_list_recommendations/],
  [
    "svc_apply_recommendation",
    ({ applied }) => ({ id: applied, dry_run: false }),
    "recently_applied",
    /svc_undo_action/
  ],
  ["svc_apply_recommendations", { ids: "rec_12345678" }, invalid, /must be a list of texts/],

  // Changes of campaigns
  [
    "svc_update_campaign",
    { slug: "rival-names", budget: 11, dryrun: false },
    invalid,
    /did you mean dry_run\?/
  ],
  ["svc_update_campaign", boiler, invalid, /send at least one of name, budget, target_cpa, ai_max/],
  [
    "svc_update_campaign",
    { ...boiler, budget: 500, dry_run: false },
    "budget_cap_exceeded",
    /Send a budget between/
  ],
  [
    "svc_update_campaign",
    ({ stale }) => ({ slug: "rival-names", budget: 12, preview_hash: stale, dry_run: false }),
    "preview_stale",
    /send its preview_hash/
  ],
  ["svc_update_campaign", { ...boiler, name: "x".repeat(256) }, invalid, /1 to 255 characters/],
  ["svc_set_campaign_state", boiler, invalid, /state: is required, and must be one of live, paused, draft/],
  [
    "svc_set_campaign_state",
    { slug: "radiators-draft", state: "live", dry_run: false },
    "launch_blocked",
    /svc_update_campaign/
  ],
  ["svc_accept_changes", { slug: "radiators-draft" }, "ad_account_not_linked", /Connect one/],
  [
    "svc_create_campaign",
    { website_url: northwindSite, budget: 5000 },
    "budget_cap_exceeded",
    /at most \$[\d.,]+ a day. Stay within that, or lower the budget of another campaign first with svc_update_campaign/
  ],

  // Ads and keywords
  [
    "svc_create_ad",
    { slug: "imported-legacy", url: northwindSite },
    "ad_not_supported",
    /choose a campaign that was created here/
  ],
  [
    "svc_create_ad",
    { ...boiler, url: "http://contoso.test/" },
    invalid,
    /send a page of the campaign's website/
  ],
  ["svc_update_ad", { ...boiler, ad_id: 999_999, state: "paused" }, "not_found", /svc_list_ads/],
  ["svc_add_negative_keywords", { ...boiler, keywords: "free" }, invalid, /must be a list of texts/],
  [
    "svc_remove_negative_keywords",
    { ...boiler, keywords: ["never added"] },
    invalid,
    /svc_list_negative_keywords/
  ],
  ["svc_update_assets", { ...boiler, sitelinks: ["Prices"] }, invalid, /an object with text, url/],
  [
    "svc_update_keywords",
    { ...boiler, keywords: [{ op: "pause", text: "no such" }] },
    invalid,
    /svc_list_keywords/
  ],

  // What was done before
  ["svc_undo_action", ({ earlier }) => ({ id: earlier }), "undo_conflict", /svc_undo_action \(id act_\w+\)/],
  ["svc_undo_action", { id: "act_doesnotexist" }, "not_found", /svc_list_my_actions/],
  ["svc_list_my_actions", { campaign: "nope" }, "not_found", /svc_list_campaigns/],
  ["svc_list_queued_writes", { status: "waiting" }, invalid, /one of pending, approved, rejected, failed/],
  ["svc_get_queued_write", { id: "rec_12345678" }, "not_found", /svc_apply_recommendation takes/],
  ["svc_get_task_status", { id: 1, wait_seconds: 600 }, invalid, /from 0 to 20/],
  [
    "svc_withdraw_queued_write",
    ({ queuedByOther }) => ({ queued_id: queuedByOther }),
    "role_denied",
    /A person with the role admin can reject it/,
    ["fabrikam", "admin"]
  ]
]

export const wrongCalls: ReadonlyArray<WrongCall> = rows.map(([tool, args, code, next, as]) => ({
  ...{ tool, args, code, next },
  ...(as === undefined ? {} : { as })
}))
