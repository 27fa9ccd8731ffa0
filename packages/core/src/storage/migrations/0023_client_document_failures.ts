import { ddl, local } from "./ddl.ts"

const failures = `
create table oauth_client_document_failures (
  client_id text primary key,
  description text not null,
  retry_at timestamptz(3) not null
);
create index on oauth_client_document_failures (retry_at);
${local("oauth_client_document_failures", "belongs to clients, of no organization")}
comment on column oauth_client_document_failures.retry_at is 'Until then the document is not fetched again';
`

export default ddl(failures)
