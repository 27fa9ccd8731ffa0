import { ddl, oneOf } from "./ddl.ts"

/* Approvals can hold every change, or only those that raise spend. */
export default ddl(`
alter table organizations add column approvals_for text not null default 'every_change'
  ${oneOf("approvals_for", "every_change raises")};
comment on column organizations.approvals_for is 'Which changes wait while approvals_required is true';
`)
