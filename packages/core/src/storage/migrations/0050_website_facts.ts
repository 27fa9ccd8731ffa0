import { ddl, distributed, versioned } from "./ddl.ts"

/* What a website sells and says is kept for a day, so that a caller can write ads from it without another read. */
export default ddl(`
create table website_facts (
  organization_id bigint not null references organizations,
  id bigserial,
  url text not null check (length(url) between 1 and 4096),
  task_id bigint not null,
  requested_at timestamptz(3) not null default now(),
  facts jsonb ${versioned("facts")},
  read_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id),
  check ((facts is null) = (read_at is null))
);
${distributed("website_facts", "an organization's")}
create index website_facts_url on website_facts (organization_id, url, id);
comment on column website_facts.facts is 'Text of others; null until it is read, or if it could not be read';
`)
