import { ddl, distributed, reference } from "./ddl.ts"

/*
 * The row that writers of an organization lock. On a cluster, a row lock of a reference table holds up every
 * organization, so it is a table of its own. Nothing but its locks ever changes.
 */
const organizationLocks = `
create table organization_locks (
  organization_id bigint primary key references organizations
);
${distributed("organization_locks", "locked by every writer of an organization, for a few statements")}`

/*
 * Timestamps have milliseconds (timestamptz(3)), the precision of responses. A cursor made from a response
 * therefore finds its row again.
 */
export default ddl(`
create function iso_instant(at timestamptz) returns text
  language sql immutable parallel safe strict
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function iso_instant(timestamptz) is 'The wire form of an instant, for JSON that is built in SQL';

create table adops_teams (
  id bigserial primary key,
  name text not null unique,
  created_at timestamptz(3) not null default now()
);
${reference("adops_teams", "read whenever access to an organization is checked")}

create table organizations (
  id bigserial primary key,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  plan text not null default 'standard',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  max_spend numeric(14, 2) check (max_spend >= 0),
  api_budget_change_limit_pct numeric(7, 2) not null default 25 check (api_budget_change_limit_pct >= 0),
  approvals_required boolean not null default false,
  approval_queue_limit integer not null default 200 check (approval_queue_limit > 0),
  adops_team_id bigint references adops_teams,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index on organizations (adops_team_id) where adops_team_id is not null;
${reference("organizations", "found by slug, and every tenant table refers to it")}
comment on column organizations.approval_queue_limit is 'How many writes may wait for approval at once';
${organizationLocks}
`)
