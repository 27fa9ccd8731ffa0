import pg from "pg"

/** Returns the URL of another database on the same server with the same login. */
export const withDatabase = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Opens a connection for several statements, such as those of a transaction. */
export const openSession = async (server: string): Promise<pg.Client> => {
  const client = new pg.Client(server)
  await client.connect()
  return client
}

/** Runs one statement on a connection of its own. */
export const rowsOf = async <Row extends object>(
  server: string,
  statement: string,
  values: ReadonlyArray<unknown> = []
): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: server })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Runs a statement that cannot run inside a transaction or on its own target database. */
export const admin = async (server: string, statement: string): Promise<void> => {
  await rowsOf(server, statement)
}

/** The connections of this process that stay open between statements, by server. They do not keep it alive. */
const pools = new Map<string, pg.Pool>()

const poolOf = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 60_000, allowExitOnIdle: true })
  pool.on("error", () => {})
  pools.set(connectionString, pool)
  return pool
}

/** As `admin`, on a connection that stays open: a new one costs more than most statements. */
export const pooledAdmin = async (server: string, statement: string): Promise<void> => {
  await (pools.get(server) ?? poolOf(server)).query(statement)
}
