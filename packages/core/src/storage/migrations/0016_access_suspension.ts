import { ddl, distributed } from "./ddl.ts"

/*
 * Owners suspend all keys and apps at once. An emergency stop also pauses every campaign; the pauses have the id
 * of the stop as their request id.
 */
export default ddl(`
alter table organizations add column access_suspended_at timestamptz(3);
alter table organizations add column access_suspended_by bigint references users;
comment on column organizations.access_suspended_at is 'Since when no key and no connected app may act in it; null: they may';
comment on column organizations.access_suspended_by is 'The owner who suspended it; null for an operator';

create table emergency_stops (
  organization_id bigint not null references organizations,
  id text not null check (id like 'stop\\_%'),
  at timestamptz(3) not null default now(),
  user_id bigint not null references users,
  user_email text not null,
  suspended_access boolean not null,
  undone_at timestamptz(3),
  undone_by_email text,
  primary key (organization_id, id)
);
create unique index emergency_stops_standing on emergency_stops (organization_id) where undone_at is null;
${distributed("emergency_stops", "an organization's")}
comment on column emergency_stops.id is 'Also the request_id of its actions, one for each paused campaign';
comment on column emergency_stops.suspended_access is 'Whether the stop suspended keys and apps, so that undoing it lifts the suspension';
`)
