import { ddl, distributed, oneOf } from "./ddl.ts"

const mailed =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  "approval broken_login failed_task spend_cap conversions_stopped delivery_stopped outside_change new_channels " +
  "decision factor_enabled factor_removed recovery_codes_replaced recovery_code_used webhook_off weekly_report"

/* Members who get the weekly report by email. */
export default ddl(`
create table report_recipients (
  organization_id bigint not null references organizations,
  user_id bigint not null references users,
  week_to date,
  task_id bigint,
  sent_at timestamptz(3),
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
${distributed("report_recipients", "members who get the weekly report by email")}
comment on column report_recipients.week_to is 'The last day of the newest week whose report was begun for this member';
comment on column report_recipients.task_id is 'The task that makes that report';
comment on column report_recipients.sent_at is 'When it was sent; null until the task is completed';

alter table emails add column content jsonb;
comment on column emails.content is 'Of weekly_report: its text, which is written when it is enqueued';
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", mailed)} not valid;
`)
