import { ddl, oneOf, reference, secretHash } from "./ddl.ts"

/* A link shows one report or strategy to whoever has it, until it expires or is revoked. */
export default ddl(`
create table shared_links (
  organization_id bigint not null references organizations,
  id bigserial,
  ${secretHash("token_hash")},
  document_type text not null ${oneOf("document_type", "weekly strategic intelligence performance competitor strategy")},
  document_id text not null check (length(document_id) between 1 and 100),
  created_by bigint references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (organization_id, id)
);
create index on shared_links (token_hash);
${reference("shared_links", "found by whoever has the link, before any organization, and there are few")}
comment on column shared_links.document_type is 'strategy, or the type of a report';
`)
