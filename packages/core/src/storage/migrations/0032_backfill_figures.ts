import { ddl } from "./ddl.ts"

/*
 * Syncs used to import 180 days of campaigns and keywords. Seasons need the same weeks of the year before, so the next
 * sync of each account reads all days again, once, and resumes where it stopped.
 */
export default ddl(`
update ad_accounts set metrics_synced_through = null where metrics_synced_through is not null;
`)
