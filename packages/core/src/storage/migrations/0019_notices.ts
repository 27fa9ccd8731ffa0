import { ddl, distributed, oneOf } from "./ddl.ts"

const kinds = "approval broken_login failed_task spend_cap"
const mailed = `invitation password_reset password_changed key_expiry key_exposed ${kinds}`

/*
 * What people are notified about. A row lives as long as its state: while a login is broken or the cap is nearly
 * used up, there is nothing new to tell.
 */
const notices = `
create table notices (
  organization_id bigint not null references organizations,
  id bigserial,
  kind text not null ${oneOf("kind", kinds)},
  subject text not null,
  opened_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, kind, subject)
);
${distributed("notices", "the states that an organization's people are notified about")}
comment on column notices.subject is 'The queued write, the login, the task or the cap';

create table notice_receipts (
  organization_id bigint not null references organizations,
  user_id bigint not null references users,
  kind text not null ${oneOf("kind", kinds)},
  sent_at timestamptz(3) not null default now(),
  told_before bigint not null default 0,
  told_until bigint not null,
  primary key (organization_id, user_id, kind)
);
${distributed("notice_receipts", "the last email of each person about each kind of notice")}
comment on column notice_receipts.told_until is 'The newest notice that the email told about';
comment on column notice_receipts.told_before is 'The newest notice of the email before';
drop table approval_notices;

alter table users add column muted_notices text[] not null default '{}' check (muted_notices <@ array['${kinds.replaceAll(" ", "', '")}']);
comment on column users.muted_notices is 'The kinds of notice that the person does not want by email';
alter table users add column time_zone text;
comment on column users.time_zone is 'Of the clock times that the person sees; null: UTC';
alter table emails add column after_notice bigint;
comment on column emails.after_notice is 'The email tells about newer notices than this one; null: about all';
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", mailed)};
create index tasks_failed on tasks (finished_at) where status = 'failed';
`

const webhooks = `
create table webhooks (
  organization_id bigint primary key references organizations,
  host text not null,
  url bytea not null,
  secret bytea not null,
  set_by bigint references users,
  set_at timestamptz(3) not null default now(),
  told_until bigint not null default 0
);
${distributed("webhooks", "where an organization wants its notices posted")}
comment on column webhooks.url is 'Encrypted by the service: who knows it can post in the channel';
comment on column webhooks.secret is 'Encrypted by the service; signs each message';

create table webhook_messages (
  organization_id bigint not null references organizations,
  id bigserial,
  kind text not null ${oneOf("kind", `test key_expiry key_exposed ${kinds}`)},
  subject_id bigint,
  days integer,
  found_at text,
  after_notice bigint,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  dropped_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  primary key (organization_id, id),
  check (num_nonnulls(sent_at, dropped_at, failed_at) <= 1)
);
create index on webhook_messages (created_at);
${distributed("webhook_messages", "messages to the webhook, written when they are sent")}
comment on column webhook_messages.subject_id is 'Of key_expiry and key_exposed: the key';
`

export default ddl(notices + webhooks)
