import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hashSecret } from "../../../src/access/index.ts"
import { staggered } from "../../support/staggered.ts"
import { until } from "../../support/until.ts"
import { startOAuth, type Tokens } from "./support/oauth.ts"

/*
 * Simulates a slow database: another transaction holds the row while twenty requests arrive, so that each has
 * read before any of them can write.
 */
const tries = 20
const oauth = await startOAuth()
const holder = new pg.Client({ connectionString: oauth.url })
/** A separate connection: a transaction sees the activity view as of its start. */
const watcher = new pg.Client({ connectionString: oauth.url })

beforeAll(async () => {
  await holder.connect()
  await watcher.connect()
  // A trigger records each time that a token is marked as replaced.
  await holder.query(`
    create table replacements (hash bytea);
    create function note_replacement() returns trigger language plpgsql as $$
    begin
      if new.replaced_at is distinct from old.replaced_at then insert into replacements values (new.hash); end if;
      return new;
    end $$;
    create trigger note_replacement after update on oauth_refresh_tokens
      for each row execute function note_replacement()`)
})
afterAll(async () => {
  await holder.end()
  await watcher.end()
})

const waiting = async (): Promise<number> => {
  const { rows } = await watcher.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  )
  return rows[0].n
}

/** Runs all requests while the row is held, releases it once they wait for it, and returns their results. */
const allAtOnce = async <A>(table: string, run: () => Promise<A>): Promise<ReadonlyArray<A>> => {
  await holder.query("begin")
  await holder.query(`select 1 from ${table} for update`)
  const running = Array.from({ length: tries }, run)
  // As many as there are connections: the others wait for these.
  await until("requests wait for the row", async () => (await waiting()) >= 4)
  await holder.query("commit")
  return Promise.all(running)
}

describe("twenty concurrent requests", () => {
  it("redeem one code: one gets tokens, which are revoked because the code was presented again", async () => {
    const code = await oauth.codeFor()
    const answers = await allAtOnce("oauth_authorization_codes", () => oauth.exchange(code))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(tries - 1)
    expect(await oauth.use(won[0]!.output!.access_token)).toBe(401)
    const [made] = await oauth.query(
      "select count(*) as sessions, (select count(*) from oauth_refresh_tokens) as refreshes from oauth_sessions"
    )
    expect(made).toEqual({ sessions: 1, refreshes: 1 })
  })

  it("refresh with one token: one replaces it, the others use its grace period, and no session ends", async () => {
    const { refresh } = await oauth.connected()
    const answers = await allAtOnce("oauth_refresh_tokens", () => oauth.exchange(refresh()))
    expect(answers.map(({ status }) => status)).toEqual(Array(tries).fill(200))
    expect((await holder.query("select 1 from replacements")).rowCount).toBe(1)
    const tokens = answers.map(({ output }): Tokens => output!)
    expect(new Set(tokens.map(({ refresh_token }) => refresh_token)).size).toBe(tries)
    for (const { access_token } of tokens) expect(await oauth.use(access_token)).toBe(200)
  })

  it("refresh the two branches of one token: one branch continues, the other is revoked", async () => {
    const { refresh } = await oauth.connected()
    const branches = [await oauth.tokensFor(refresh()), await oauth.tokensFor(refresh())]
    let turn = 0
    const answers = await allAtOnce("oauth_refresh_tokens", async () => {
      const branch = turn++ % 2
      const { output, status } = await oauth.exchange(refresh(branches[branch]!.refresh_token))
      return { branch, output, status }
    })
    const won = answers.filter(({ status }) => status === 200)
    expect(new Set(won.map(({ branch }) => branch)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(tries / 2)
    for (const { output } of won) expect(await oauth.use(output!.access_token)).toBe(200)
    expect(await oauth.use(branches[1 - won[0]!.branch]!.access_token)).toBe(401)
  })

  it("present a token after its grace period: all are rejected, and the session ends", async () => {
    const { refresh, tokens } = await oauth.connected()
    const next = await oauth.tokensFor(refresh())
    await oauth.age(
      "oauth_refresh_tokens",
      tokens.refresh_token,
      "replaced_at = now() - interval '61 seconds'"
    )
    const answers = await staggered(Array.from({ length: tries }, () => () => oauth.exchange(refresh())))
    expect(answers.map(({ status }) => status)).toEqual(Array(tries).fill(400))
    expect(await oauth.use(next.access_token)).toBe(401)
  })

  it("that wait for the row until the grace period is over are rejected", async () => {
    const { refresh, tokens } = await oauth.connected()
    await oauth.tokensFor(refresh())
    await oauth.age(
      "oauth_refresh_tokens",
      tokens.refresh_token,
      "replaced_at = clock_timestamp() - interval '57 seconds'"
    )
    await holder.query("begin")
    // Another writer, like a refresh with the same token: the waiting requests read the row again.
    await holder.query("update oauth_refresh_tokens set audience = audience")
    const running = oauth.exchange(refresh())
    await until("it waits for the row, and its minute is over", async () => {
      const { rowCount } = await watcher.query(
        "select 1 from oauth_refresh_tokens where hash = $1 and replaced_at < clock_timestamp() - interval '60.1 seconds'",
        [hashSecret(tokens.refresh_token)]
      )
      return rowCount === 1 && (await waiting()) >= 1
    })
    await holder.query("commit")
    expect(oauth.told(await running)).toEqual({ status: 400, error: "invalid_grant" })
    expect(await oauth.use(tokens.access_token)).toBe(401)
  })
})

describe("the last two sessions of a connection", () => {
  it("that are ended concurrently leave no connection", async () => {
    const clientId = await oauth.register()
    const [one, two] = [await oauth.connected({ clientId }), await oauth.connected({ clientId })]
    const revoke = (token: string) => {
      const sent = { token, client_id: clientId }
      return oauth.enter(oauth.endpoints.revoke(oauth.parameters(sent)))
    }
    await holder.query("begin")
    await holder.query("select 1 from oauth_connections for update")
    const running = [revoke(one.tokens.access_token), revoke(two.tokens.refresh_token)]
    await until("both wait for the connection", async () => (await waiting()) >= 2)
    await holder.query("commit")
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
    const rows = await oauth.query("select ended_reason from oauth_connections where client_id = $1", [
      clientId
    ])
    expect(rows).toEqual([{ ended_reason: "revoked" }])
  })
})
