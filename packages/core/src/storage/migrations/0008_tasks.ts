import { ddl, distributed, oneOf, versioned } from "./ddl.ts"

const reasons =
  "task_error stuck_timeout killed_by_restart worker_shutdown setup_required google_ads_refused " +
  "google_ads_connection_broken"

export default ddl(`
create table tasks (
  organization_id bigint not null references organizations,
  id bigserial,
  type text not null,
  status text not null default 'queued' ${oneOf("status", "queued running completed failed")},
  progress smallint not null default 0 check (progress between 0 and 100),
  stage text,
  input jsonb not null default '{}',
  result jsonb ${versioned("result")},
  error_reason text ${oneOf("error_reason", reasons)},
  error_message text,
  campaign_id bigint,
  action_id text,
  job_id uuid,
  attempts smallint not null default 0,
  requested_by bigint references users,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, action_id) references actions (organization_id, id),
  check ((status = 'failed') = (error_reason is not null))
);
create index on tasks (organization_id, campaign_id);
create index on tasks (organization_id, action_id) where action_id is not null;
create index tasks_open on tasks (status, heartbeat_at) where status in ('queued', 'running');
create index tasks_open_by_organization on tasks (organization_id) where status in ('queued', 'running');
alter sequence tasks_id_seq restart with 1000;
${distributed("tasks", "an organization's")}
comment on column tasks.stage is 'What it is doing, a short sentence for people';

create table platform_changes (
  organization_id bigint not null,
  ad_account_id text not null,
  id text not null,
  campaign_id bigint,
  at timestamptz(3) not null,
  by text,
  what text not null,
  resource text,
  campaign_resource text,
  detail jsonb not null default '{}',
  seen_at timestamptz(3) not null default now(),
  primary key (organization_id, ad_account_id, id),
  foreign key (organization_id, ad_account_id) references ad_accounts (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
);
create index on platform_changes (organization_id, campaign_id, at);
${distributed("platform_changes", "edits made in an organization's accounts by others, noted by the sync")}
comment on column platform_changes.resource is 'The platform''s name for what was edited';
comment on column platform_changes.campaign_resource is 'The platform''s name for its campaign, where it said one';
comment on column platform_changes.detail is 'All that the platform told of it, for people';
`)
