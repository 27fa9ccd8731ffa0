import { ddl, distributed, versioned } from "./ddl.ts"

/* The pages that were read for website facts prove lines of the running campaigns of their website, for a day. */
export default ddl(`
create table website_texts (
  organization_id bigint not null references organizations,
  id bigserial,
  domain text not null,
  text jsonb not null ${versioned("text")},
  read_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
${distributed("website_texts", "an organization's")}
comment on column website_texts.domain is 'The registered domain of the website';
comment on column website_texts.text is 'Sentences of its pages: text of others';
`)
