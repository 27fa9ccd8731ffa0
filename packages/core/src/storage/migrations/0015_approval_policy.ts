import { ddl, oneOf } from "./ddl.ts"

/* Approvals can hold every change or only those that raise spend, and large rises can need two people. */
export default ddl(`
alter table organizations add column approvals_for text not null default 'every_change'
  ${oneOf("approvals_for", "every_change raises")};
alter table organizations add column second_approval_above numeric(14, 2) check (second_approval_above >= 0);
alter table queued_writes add column daily_rise numeric(14, 2) not null default 0;
alter table queued_writes add column first_approved_by bigint references users;
comment on column organizations.approvals_for is 'Which changes wait while approvals_required is true';
comment on column organizations.second_approval_above is 'A rise of daily budgets above it needs two approvers; null: one is enough';
comment on column queued_writes.daily_rise is 'How much more the write lets the organization spend a day';
comment on column queued_writes.first_approved_by is 'Of a write that needs two approvers: the first one';
`)
