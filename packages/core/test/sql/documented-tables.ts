/*
 * The owner of each table, by module. Only the owner's files name the table in SQL; other modules use statements
 * and functions that the owner exports.
 */

const ownedTables: Readonly<Record<string, string>> = {
  "core/storage": "schema_migrations",
  "core/access": `
    organizations organization_locks users memberships adops_teams adops_team_members invitations mailed_links dashboard_sessions
    api_keys api_key_uses rate_limits oauth_clients oauth_client_document_failures oauth_connections oauth_sessions
    oauth_authorization_codes oauth_refresh_tokens oauth_access_tokens second_factors recovery_codes sign_in_challenges`,
  "core/platform": "ad_platform_logins ad_platform_consents ad_accounts",
  "core/audit": "audit_unsealed audit_sealed audit_events audit_chains audit_anchors",
  "core/tasks": "tasks",
  "core/log": "actions",
  "core/changes": "executions previewed_plans write_quota",
  "core/approvals": "queued_writes queued_write_comments",
  "core/identity": "emails notices notice_receipts webhooks webhook_messages erasures",
  "core/organizations": "business_profiles",
  "core/campaigns": `
    campaigns emergency_stops ads keywords negative_keywords negative_lists platform_changes platform_campaign_names campaign_days
    campaign_weeks campaign_windows organization_days organization_signals campaign_signals keyword_signals ad_signals
    keyword_days search_terms search_term_days search_term_totals search_term_windows`,
  "core/insight": "recommendations reports strategies",
  core: "service_address"
}

/** The module that owns each table. */
export const ownerOf: ReadonlyMap<string, string> = new Map(
  Object.entries(ownedTables).flatMap(([module, tables]) =>
    tables
      .trim()
      .split(/\s+/)
      .map((table) => [table, module] as const)
  )
)
