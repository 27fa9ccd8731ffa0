import { allOf, ddl } from "./ddl.ts"

/* AI Max becomes a setting that is changed here and pushed. The next sync reads whether the platform writes texts. */
export default ddl(`
alter table campaigns add column text_automation boolean;
comment on column campaigns.text_automation is 'Whether the platform writes texts of its own; null until a sync reads it, and ai_max with it';

alter table campaigns drop constraint campaigns_unpushed_check;
alter table campaigns add constraint campaigns_unpushed_check ${allOf("unpushed", "name budget target_cpa ai_max state ads")} not valid;
`)
