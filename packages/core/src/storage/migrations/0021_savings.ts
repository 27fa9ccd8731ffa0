import { ddl } from "./ddl.ts"

/*
 * An estimated saving is the cost of the last 30 days that a recommendation would have prevented, and its
 * details list the parts. Estimates of pending recommendations used another rule and cannot be added up: they
 * are unknown until the next run replaces them. 0.00 is not a saving.
 */
export default ddl(`
update recommendations set estimated_monthly_saving = null
where estimated_monthly_saving = 0 or (status = 'pending' and estimated_monthly_saving is not null);
alter table recommendations add constraint recommendations_saving_is_more_than_nothing
  check (estimated_monthly_saving > 0);
`)
