import { ddl } from "./ddl.ts"

/* People confirm who they are again before sensitive actions; owners choose from which amount on for approvals. */
export default ddl(`
alter table dashboard_sessions add column confirmed_at timestamptz(3);
alter table organizations add column confirm_approval_above numeric(14, 2) check (confirm_approval_above >= 0);
comment on column dashboard_sessions.confirmed_at is 'When the person last confirmed their password in it, after signing in';
comment on column organizations.confirm_approval_above is 'Approving a rise of daily budgets above it needs a recent confirmation; null: none does';
`)
