import { ddl, oneOf } from "./ddl.ts"

/*
 * The steps of a new organization. Those that exist are set up: their owners see no checklist. Keys and apps can be held
 * more strictly than their organization.
 */
export default ddl(`
alter table organizations add column approvals_decided_at timestamptz(3) default now();
alter table organizations add column setup_hidden_at timestamptz(3) default now();
alter table organizations alter column approvals_decided_at drop default;
alter table organizations alter column setup_hidden_at drop default;
alter table api_keys add column approvals text not null default 'organization';
alter table api_keys add constraint known_approvals ${oneOf("approvals", "organization raises every_change")} not valid;
alter table oauth_connections add column approvals text not null default 'organization';
alter table oauth_connections add constraint known_approvals ${oneOf("approvals", "organization raises every_change")} not valid;
comment on column api_keys.approvals is 'Which changes wait for approval: as the organization says, or more; the stricter decides';
comment on column oauth_connections.approvals is 'Which changes wait for approval: as the organization says, or more; the stricter decides';
comment on column organizations.approvals_decided_at is 'When an owner or the operator first chose which changes wait; null: nobody has';
comment on column organizations.setup_hidden_at is 'When its owners put away the checklist of a new organization; null: it shows until every step is done';
`)
