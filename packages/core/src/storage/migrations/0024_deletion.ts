import { ddl, local } from "./ddl.ts"

const told = `organization_id, id, at, request_id, surface, operation, method, path, status_code, error_code,
  actor_type, user_email, key_prefix, key_last_four, ip, user_agent, count, window_start, window_subject`

/*
 * A deleted person's row stays, because records refer to it, without the name and the address. The address is
 * kept only until it is erased from records that have a copy of it.
 */
export default ddl(`
alter table audit_sealed add column personal_key text;
comment on column audit_sealed.personal_key is 'Random; ties user_email, ip and user_agent to the hash; null once they are erased, and before keys existed';
create or replace view audit_events as
  select position, previous_hash, hash, sequence, ${told}, personal_key from audit_sealed
  union all
  select null, null, null, sequence, ${told}, null from audit_unsealed;
alter table users add column former_emails text[] not null default '{}';
comment on column users.former_emails is 'Addresses that the person changed, so that they can be erased too';
create table erasures (
  user_id bigint not null references users,
  email text not null,
  requested_at timestamptz(3) not null default now(),
  primary key (user_id, email)
);
${local("erasures", "addresses of deleted people that are still to be erased from records")}
alter table organizations add column deleted_at timestamptz(3);
comment on column organizations.deleted_at is 'Since when nobody belongs to it; its audit chain stays';
`)
