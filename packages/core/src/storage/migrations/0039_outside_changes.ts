import { ddl } from "./ddl.ts"

/* The state of a campaign in the platform, which the next sync fills in, and outside changes that wait for a decision. */
export default ddl(`
alter table campaigns add column platform_state text;
alter table campaigns add constraint campaigns_platform_state check (platform_state in ('live', 'paused')) not valid;
alter table campaigns add column unpushed_from jsonb not null default '{}';
alter table campaigns add column conflict jsonb;
comment on column campaigns.platform_state is 'As the platform was last seen to have it; null while it is not there or was not read';
comment on column campaigns.unpushed_from is 'For each unpushed setting, the values that the platform may have because of us: the one before the change, and those that later changes replaced';
comment on column campaigns.conflict is 'Changes of others in the platform that wait for a decision; null without any';

alter table actions add column outside_changes jsonb;
comment on column actions.outside_changes is 'What the push of this action found changed in the platform; null if nothing';
`)
