import pg from "pg"

/** Returns the URL of another database on the same server with the same login. */
export const withDatabase = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs a statement that cannot run inside a transaction or on its own target database. */
export const admin = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  client.on("error", () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
