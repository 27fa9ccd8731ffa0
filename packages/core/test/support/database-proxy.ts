import { connect, createServer, type Server, type Socket } from "node:net"

type State = "up" | "refusing" | "silent" | "unheard"

/**
 * A proxy between the service and Postgres, or another server, that simulates outages: it refuses connections, stays
 * silent like a frozen machine, or is unheard: what is sent arrives, and its answer does not.
 */
export const databaseProxy = async (databaseUrl: string) => {
  let target = new URL(databaseUrl)
  let state: State = "up"
  const pairs = new Set<readonly [Socket, Socket | undefined]>()
  const drop = (pair: readonly [Socket, Socket | undefined]) => {
    pairs.delete(pair)
    for (const socket of pair) socket?.destroy()
  }
  const accept = (client: Socket) => {
    client.on("error", () => {})
    if (state === "silent") return void pairs.add([client, undefined])
    if (state === "refusing") return client.destroy()
    const server = connect(Number(target.port), target.hostname)
    const pair = [client, server] as const
    pairs.add(pair)
    server.on("error", () => drop(pair)).on("close", () => drop(pair))
    client.on("close", () => drop(pair))
    client.on("data", (data) => (state === "up" || state === "unheard") && server.write(data))
    server.on("data", (data) => state === "up" && client.write(data))
  }
  const server: Server = createServer(accept)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { readonly port: number }).port}`
  return {
    url: url.href,
    /** After an outage, existing connections are dropped, because they have lost bytes. */
    become: (next: State) => {
      state = next
      if (next === "up" || next === "refusing") for (const pair of [...pairs]) drop(pair)
    },
    /** Drops all connections; new ones go to another server, if one is given. */
    cut: (next: string = target.href) => {
      target = new URL(next)
      for (const pair of [...pairs]) drop(pair)
    },
    close: async () => {
      for (const pair of [...pairs]) drop(pair)
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
