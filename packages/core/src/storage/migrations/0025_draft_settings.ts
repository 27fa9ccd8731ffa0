import { ddl } from "./ddl.ts"

/* What a draft decides besides its text: its language, its bids and an open question about its location. */
export default ddl(`
alter table campaigns add column language text check (language ~ '^[a-z]{2}$');
alter table campaigns add column cpc_ceiling numeric(14, 2) check (cpc_ceiling > 0);
alter table campaigns add column location_question text;
comment on column campaigns.language is 'Two letters: the language of its ads, targeted at launch; null: every language';
comment on column campaigns.cpc_ceiling is 'The most that a click may cost, for a campaign that buys clicks because its account tracks no conversions';
comment on column campaigns.location_question is 'Which of several places of one name is meant; a launch waits for the answer';
`)
