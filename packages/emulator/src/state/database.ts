import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

// A row of `fact` holds the traffic of one search term for one keyword on one day. Term 0 collects searches
// too rare to be reported. Every report is a sum over it. The table is clustered by campaign and day, which
// reports filter by.
const schema = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS resource (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, customer_id TEXT NOT NULL, body TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS change_event (
    id INTEGER PRIMARY KEY, customer_id TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS change_event_at ON change_event (customer_id, at);
  CREATE TABLE IF NOT EXISTS term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS fact (
    customer_id INTEGER NOT NULL, campaign_id INTEGER NOT NULL, day INTEGER NOT NULL,
    ad_group_id INTEGER NOT NULL, criterion_id INTEGER NOT NULL, term_id INTEGER NOT NULL,
    ad_id INTEGER NOT NULL, impressions INTEGER NOT NULL, clicks INTEGER NOT NULL,
    cost_micros INTEGER NOT NULL, conversions REAL NOT NULL, value REAL NOT NULL,
    PRIMARY KEY (customer_id, campaign_id, day, ad_group_id, criterion_id, term_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS late_conversion (
    customer_id INTEGER NOT NULL, reported_on INTEGER NOT NULL, campaign_id INTEGER NOT NULL,
    day INTEGER NOT NULL, ad_group_id INTEGER NOT NULL, criterion_id INTEGER NOT NULL,
    term_id INTEGER NOT NULL, conversions REAL NOT NULL, value REAL NOT NULL
  );
  CREATE INDEX IF NOT EXISTS late_conversion_due ON late_conversion (customer_id, reported_on);
  CREATE TABLE IF NOT EXISTS conversion_lag (
    customer_id INTEGER NOT NULL, campaign_id INTEGER NOT NULL, day INTEGER NOT NULL, lag INTEGER NOT NULL,
    conversions REAL NOT NULL, value REAL NOT NULL, PRIMARY KEY (customer_id, campaign_id, day, lag)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS campaign_day (
    customer_id INTEGER NOT NULL, campaign_id INTEGER NOT NULL, day INTEGER NOT NULL,
    budget_id INTEGER NOT NULL, budget_micros INTEGER NOT NULL, cost_micros INTEGER NOT NULL,
    impressions INTEGER NOT NULL, lost_to_budget INTEGER NOT NULL, lost_to_rank INTEGER NOT NULL,
    PRIMARY KEY (customer_id, campaign_id, day)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS campaign_day_of_budget ON campaign_day (customer_id, budget_id, day);
  CREATE TABLE IF NOT EXISTS market (campaign TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS traffic_setting (
    campaign TEXT NOT NULL, from_day INTEGER NOT NULL, demand REAL NOT NULL, greedy INTEGER NOT NULL,
    PRIMARY KEY (campaign, from_day)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS label (
    customer_id INTEGER NOT NULL, campaign_id INTEGER NOT NULL, term_id INTEGER NOT NULL, label TEXT NOT NULL,
    PRIMARY KEY (customer_id, campaign_id, term_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS login (refresh_token TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS access_token (
    token TEXT PRIMARY KEY, refresh_token TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS result_page (
    token TEXT PRIMARY KEY, query_key TEXT NOT NULL, next TEXT, body TEXT NOT NULL, created INTEGER NOT NULL
  ) WITHOUT ROWID;
`

export interface Database {
  readonly sql: DatabaseSync
  readonly file: string
  /** Runs all of `work` or none of it, as a transaction. Calls can nest: only the outermost commits. */
  readonly atomically: <A>(work: () => A) => A
  readonly close: () => void
}

/** Increase it whenever an existing table changes. An emulator rejects files of another format. */
const format = 2

const checkFormat = (sql: DatabaseSync, file: string): void => {
  const found = Number(sql.prepare("PRAGMA user_version").get()?.["user_version"])
  const used = Number(sql.prepare("SELECT count(*) AS n FROM sqlite_master").get()?.["n"]) > 0
  if (used && found !== format) {
    sql.close()
    throw new Error(`${file} was written by another version of the emulator. Delete it to start again.`)
  }
  sql.exec(`PRAGMA user_version = ${format}`)
}

/**
 * Locks the directory for one emulator, because resources are cached in memory. The lock ends with the
 * process.
 */
const lock = (home: string): DatabaseSync => {
  const lockDatabase = new DatabaseSync(join(home, "lock.sqlite"))
  try {
    lockDatabase.exec("BEGIN EXCLUSIVE")
    return lockDatabase
  } catch {
    lockDatabase.close()
    throw new Error(`Another emulator is using ${home}. Stop it, or choose another directory.`)
  }
}

/** Opens the database of a directory, or a temporary one with this content. */
export const openDatabase = (directory: string | undefined, content?: Uint8Array): Database => {
  const home = directory ?? mkdtempSync(join(tmpdir(), "google-ads-emulator-"))
  mkdirSync(home, { recursive: true })
  const lockDatabase = lock(home)
  const file = join(home, "emulator.sqlite")
  if (directory === undefined && content !== undefined) writeFileSync(file, content)
  const sql = new DatabaseSync(file)
  // A crash of the process loses nothing. Only a power failure can lose the last writes.
  sql.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")
  checkFormat(sql, file)
  sql.exec(schema)
  let depth = 0
  return {
    sql,
    file,
    atomically: (work) => {
      if (depth > 0) return work()
      sql.exec("BEGIN IMMEDIATE")
      depth++
      try {
        const result = work()
        sql.exec("COMMIT")
        return result
      } catch (failure) {
        sql.exec("ROLLBACK")
        throw failure
      } finally {
        depth--
      }
    },
    close: () => {
      sql.close()
      lockDatabase.close()
      if (directory === undefined) rmSync(home, { recursive: true, force: true })
    }
  }
}

/** Returns the content of a database's file. */
export const contentOf = ({ file, sql }: Database): Uint8Array => {
  sql.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  return readFileSync(file)
}

/** Small values of the state: seed, clock, counters. */
export interface Meta {
  readonly get: (key: string) => string | undefined
  readonly set: (key: string, value: string) => void
}

export const openMeta = ({ sql }: Database): Meta => {
  const read = sql.prepare("SELECT value FROM meta WHERE key = ?")
  const write = sql.prepare(
    "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
  )
  return {
    get: (key) => {
      const row = read.get(key)
      return row === undefined ? undefined : String(row["value"])
    },
    set: (key, value) => {
      write.run(key, value)
    }
  }
}
