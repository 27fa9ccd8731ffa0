import { allOf, ddl, oneOf } from "./ddl.ts"

/*
 * What a push must still know after it failed, or after its worker died: where the campaign shall go, what
 * of it the platform does not know yet, and under which name a creation was begun, so that the next try finds what the last one made.
 */
export default ddl(`
alter table campaigns
  add column wanted_state text ${oneOf("wanted_state", "live paused draft")},
  add column creating_as text,
  add column unpushed text[] not null default '{}' ${allOf("unpushed", "name budget target_cpa state")};
comment on column campaigns.wanted_state is 'The state it shall be in, while it is in error; null otherwise';
comment on column campaigns.unpushed is 'What was changed here and has not reached the platform yet';
comment on column campaigns.creating_as is 'The name under which its creation in the platform was begun and not yet seen through';
`)
