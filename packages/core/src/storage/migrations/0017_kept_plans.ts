import { ddl, versioned } from "./ddl.ts"

/*
 * A queued write stores the plan that its approver sees. A recommendation is frozen while it is applied: no
 * new run replaces its details between the start of an apply and its settlement.
 */
export default ddl(`
alter table queued_writes add column plan jsonb ${versioned("plan")};
comment on column queued_writes.plan is 'The actions and steps that approval runs, as they were shown; null for writes queued before plans were kept';
alter table recommendations add column applying_at timestamptz(3);
comment on column recommendations.applying_at is 'Set while the ad platform carries out an apply: until that is settled, the details stay as they are';
`)
