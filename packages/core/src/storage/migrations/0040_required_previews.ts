import { ddl, distributed } from "./ddl.ts"

/* Owners can require a preview of changes with a warning that counts, and all actions of one write can be undone together. */
export default ddl(`
alter table organizations add column require_preview boolean not null default false;
comment on column organizations.require_preview is 'Whether keys and apps preview a change with a warning code before they execute it';

create table previewed_plans (
  organization_id bigint not null references organizations,
  id text not null,
  previewed_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index on previewed_plans (previewed_at);
${distributed("previewed_plans", "an organization's previews of plans with a warning code")}
comment on column previewed_plans.id is 'The credential and the preview_hash: key:12/0123…';

alter table actions add column execution_id text;
comment on column actions.execution_id is 'The write that it belongs to, with its other actions; null for actions of earlier versions';
`)
