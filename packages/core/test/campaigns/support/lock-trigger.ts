/*
 * The lock rule as a trigger: a writer of campaigns or their parts must hold the organization's lock. A
 * statement without it fails, whatever code sent it. The trigger records each transaction's writes, to show
 * how long the lock is held.
 */
const tables = ["campaigns", "ads", "keywords", "negative_keywords"]

const triggerSql = `
create table lock_law (transaction text not null, relation text not null, campaign bigint not null);
create function hold_to_lock_law() returns trigger language plpgsql as $$
declare
  locker xid;
  own xid := pg_current_xact_id()::xid;
  held boolean;
begin
  select xmax into locker from organization_locks where organization_id = new.organization_id;
  held := locker = own;
  if not held then
    -- With others that only refer to the organization the lock is one of several.
    begin
      select exists (select from pg_get_multixact_members(locker) m where m.xid = own and m.mode = 'nokeyupd') into held;
    exception when others then held := false;
    end;
  end if;
  if not held then
    raise exception '% was written without the lock of organization %', tg_table_name, new.organization_id;
  end if;
  insert into lock_law
  values (own::text, tg_table_name, (case when tg_table_name = 'campaigns' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'campaign_id' end)::bigint);
  return new;
end $$;
${tables
  .map(
    (table) =>
      `create trigger lock_law after insert or update on ${table} for each row execute function hold_to_lock_law();`
  )
  .join("\n")}
`

/** On Citus it does nothing: a shard's trigger cannot read which transaction holds the lock's row. */
export const lockTriggerSql = process.env["TEST_CITUS"] === "1" ? "select 1" : triggerSql
