import { ddl, distributed, oneOf, versioned } from "./ddl.ts"

const mailed =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  "approval broken_login failed_task spend_cap conversions_stopped delivery_stopped outside_change new_channels " +
  "decision factor_enabled factor_removed recovery_codes_replaced recovery_code_used webhook_off"

const eventTypes =
  "approval.requested approval.decided approval.expired approval.withdrawn conflict.found conflict.ended " +
  "delivery.stopped delivery.started emergency_stop.on emergency_stop.off notice test"

/*
 * An organization has several webhooks, each with its own events. A service of this version takes over the one of the
 * table webhooks, which stays for hosts of the version before.
 */
export default ddl(`
create table webhook_endpoints (
  organization_id bigint not null references organizations,
  id bigserial,
  host text not null,
  format text not null ${oneOf("format", "signed slack")},
  events text[] not null,
  url bytea not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz(3),
  created_by bigint references users,
  created_at timestamptz(3) not null default now(),
  told_until bigint not null default 0,
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  primary key (organization_id, id)
);
${distributed("webhook_endpoints", "where an organization wants its events sent")}
comment on column webhook_endpoints.url is 'Encrypted by the service: who knows that of a chat can post in it';
comment on column webhook_endpoints.secret is 'Encrypted by the service; signs each message';
comment on column webhook_endpoints.previous_secret is 'Signs too until previous_until';
comment on column webhook_endpoints.told_until is 'The newest notice that was sent';
comment on column webhook_endpoints.failing_since is 'Since when no attempt succeeded; null if the last one did';

create table webhook_deliveries (
  organization_id bigint not null references organizations,
  id bigserial,
  endpoint_id bigint not null,
  event_id text not null,
  type text not null ${oneOf("type", eventTypes)},
  content jsonb not null ${versioned("content")},
  created_at timestamptz(3) not null default now(),
  queued_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  response_status integer,
  failure text,
  sent_at timestamptz(3),
  dropped_at timestamptz(3),
  failed_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints on delete cascade,
  check (num_nonnulls(sent_at, dropped_at, failed_at) <= 1)
);
create index on webhook_deliveries (created_at);
create index on webhook_deliveries (organization_id, endpoint_id);
${distributed("webhook_deliveries", "events for webhooks, and whether they arrived")}
comment on column webhook_deliveries.content is 'The data of the event, or the notice whose text is written when it is sent';
comment on column webhook_deliveries.queued_at is 'When its job was last added';

alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", mailed)} not valid;
`)
