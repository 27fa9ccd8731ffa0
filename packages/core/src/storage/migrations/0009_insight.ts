import { ddl, distributed, oneOf, versioned } from "./ddl.ts"

const recommendationTypes =
  "high_cpc no_conversion_keywords zero_impression negative_keywords tcpa exact_match hipo keyword_count " +
  "optimized_keywords new_keywords brand_leak location icp budget"

/*
 * An estimated saving is the cost of the last 30 days that a recommendation would have prevented, and its
 * details list the parts. 0.00 is not a saving. A recommendation is frozen while it is applied: no new run
 * replaces its details between the start of an apply and its settlement.
 */
const recommendations = `
create table recommendations (
  organization_id bigint not null references organizations,
  id text not null check (id like 'rec\\_%'),
  campaign_id bigint not null,
  type text not null ${oneOf("type", recommendationTypes)},
  status text not null default 'pending' ${oneOf("status", "pending applied dismissed undone")},
  discriminator text not null default '',
  summary text not null,
  details jsonb not null ${versioned("details")},
  estimated_monthly_saving numeric(14, 2)
    constraint recommendations_saving_is_more_than_nothing check (estimated_monthly_saving > 0),
  realised_saving_14d numeric(14, 2),
  realised_saving_30d numeric(14, 2),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  dismissed_at timestamptz(3),
  dismissed_by bigint references users,
  undone_at timestamptz(3),
  applying_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
);
create unique index recommendations_one_pending on recommendations (organization_id, campaign_id, type, discriminator)
  where status = 'pending';
create index on recommendations (organization_id, status, created_at, id);
${distributed("recommendations", "an organization's")}
comment on column recommendations.discriminator is 'Tells several of a type on one campaign apart: a place, a kind of customer';
comment on column recommendations.applying_at is 'Set while the ad platform carries out an apply: until that is settled, the details stay as they are';
comment on column recommendations.realised_saving_14d is 'What a month costs less, as 14 days before and after it was applied showed; null until then, and where it cannot be told';
comment on column recommendations.details is 'What was found, and what applying it would do';
alter table actions add foreign key (organization_id, queued_write_id)
  references queued_writes (organization_id, id);
`

const documents = `
create table reports (
  organization_id bigint not null references organizations,
  id text not null check (id like 'rpt\\_%'),
  type text not null ${oneOf("type", "weekly strategic intelligence performance competitor")},
  period_from date not null,
  period_to date not null,
  facts jsonb not null ${versioned("facts")},
  markdown text not null,
  generated_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, type, period_to, period_from),
  check (period_from <= period_to)
);
${distributed("reports", "an organization's")}
comment on column reports.facts is 'Its content, computed and rounded: every figure of its markdown is here';
comment on column reports.generated_at is 'When its figures were read: of two reports generated at once, the later reading is kept';
create table strategies (
  organization_id bigint not null references organizations,
  id text not null check (id like 'str\\_%'),
  status text not null default 'queued' ${oneOf("status", "queued running succeeded failed")},
  title text not null,
  documents jsonb not null default '{"version": 1, "list": []}' ${versioned("documents")},
  markdown text,
  error text,
  task_id bigint,
  requested_by bigint references users,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  check ((status = 'failed') = (error is not null)),
  check ((status = 'succeeded') = (markdown is not null)),
  check ((status in ('succeeded', 'failed')) = (finished_at is not null))
);
comment on column strategies.documents is 'What the caller sent along, as it was sent';
comment on column strategies.task_id is 'The task that writes it';
create index on strategies (organization_id, created_at, id);
${distributed("strategies", "an organization's")}
create table business_profiles (
  organization_id bigint primary key references organizations,
  status text not null ${oneOf("status", "analysing ready failed")},
  url text not null,
  brand_name text,
  description text,
  products text[] not null default '{}',
  ideal_customer_profiles text[] not null default '{}',
  competitors text[] not null default '{}',
  trust_signals text[] not null default '{}',
  places jsonb not null default '{"version": 1, "list": []}' ${versioned("places")},
  analysed_at timestamptz(3),
  analysing_url text,
  task_id bigint,
  failure text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  check ((status = 'analysing') = (analysing_url is not null)),
  check (status <> 'ready' or (analysed_at is not null and brand_name is not null)),
  check (status <> 'failed' or (analysed_at is null and failure is not null))
);
comment on column business_profiles.status is 'failed: the first analysis failed, so that there is no profile';
comment on column business_profiles.url is 'The website that the rest was read from';
comment on column business_profiles.places is 'Where it works, as its website says and as the platform knows it';
comment on column business_profiles.analysing_url is 'The website that is being read at the moment';
comment on column business_profiles.task_id is 'The last analysis: only its outcome counts';
comment on column business_profiles.failure is 'Why the last analysis failed, and what to do';
${distributed("business_profiles", "an organization's")}
`

export default ddl(recommendations + documents)
