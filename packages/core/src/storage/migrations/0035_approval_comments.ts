import { ddl, distributed } from "./ddl.ts"

/* People discuss a queued write before somebody decides on it. */
export default ddl(`
create table queued_write_comments (
  organization_id bigint not null references organizations,
  id bigserial,
  queued_write_id text not null,
  user_id bigint not null references users,
  at timestamptz(3) not null default now(),
  text text not null check (length(text) between 1 and 1000),
  primary key (organization_id, id),
  foreign key (organization_id, queued_write_id) references queued_writes (organization_id, id)
);
create index on queued_write_comments (organization_id, queued_write_id, id);
${distributed("queued_write_comments", "an organization's")}
`)
