import { ddl, distributed, versioned } from "./ddl.ts"

/*
 * The text of the pages that the lines of a draft rest on, as it was read. Edits and a first launch check the lines against
 * it, and fetch nothing.
 */
export default ddl(`
create table landing_pages (
  organization_id bigint not null,
  campaign_id bigint not null,
  url text not null check (length(url) between 1 and 4096),
  text jsonb not null ${versioned("text")},
  read_at timestamptz(3) not null,
  primary key (organization_id, campaign_id, url),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
);
${distributed("landing_pages", "an organization's")}
comment on column landing_pages.text is 'Sentences of the page: text of others';

alter table campaigns add column line_context jsonb;
alter table campaigns add constraint campaigns_line_context ${versioned("line_context")} not valid;
comment on column campaigns.line_context is 'What its lines may name without proof, and what a person confirmed; null before its pages are read';
`)
