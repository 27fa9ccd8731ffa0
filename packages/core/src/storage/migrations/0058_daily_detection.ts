import { ddl, distributed } from "./ddl.ts"

/* The detectors run by themselves on live campaigns, once for each new day of figures that a sync of their account stores. */
export default ddl(`
alter table ad_accounts add column detected_through date;
comment on column ad_accounts.detected_through is 'The last day of figures for which runs of the detectors were started; null before the first';

create table detector_runs (
  organization_id bigint not null,
  campaign_id bigint not null,
  ran_at timestamptz(3) not null,
  recommendations int not null,
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
);
${distributed("detector_runs", "an organization's")}
comment on column detector_runs.ran_at is 'When the last daily run of the detectors on the campaign ended';
comment on column detector_runs.recommendations is 'How many recommendations the run saved';
`)
