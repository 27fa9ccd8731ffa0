import { mkdir, rm } from "node:fs/promises"
import { connect, createServer, type Server } from "node:net"
import { join, relative } from "node:path"
import { Effect, type Scope } from "effect"
import { dataDirectory } from "./database.ts"
import { Stop } from "./stop.ts"

/*
 * One `adwarden dev` runs in a folder: a second one would share its database and emulator. The first listens on a socket
 * in .adwarden/ and answers with its URL. Unlike a file with a process id, a socket that a killed process leaves behind
 * refuses connections.
 */

/** Relative, because the path of a socket can have about a hundred characters. */
const socketPath = (): string => relative("", join(dataDirectory(), "running.sock"))

/** Returns the answer of the running one; null if none runs. */
const answer = (): Promise<string | null> =>
  new Promise((resolve) => {
    let text = ""
    const socket = connect(socketPath())
    socket.setEncoding("utf8")
    socket.on("data", (chunk: string) => {
      text += chunk
    })
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on("error", () => {})
    socket.on("close", () => resolve(text === "" ? null : text))
  })

const alreadyRuns = (place: string): Stop =>
  new Stop({
    message: `Adwarden already runs in this folder: ${place}. Open it, or stop it with Ctrl-C there.`
  })

/** Fails if another `adwarden dev` runs in this folder. */
export const refuseSecond: Effect.Effect<void, Stop> = Effect.flatMap(Effect.promise(answer), (place) =>
  place === null ? Effect.void : alreadyRuns(place)
)

const listen = async (place: string): Promise<Server | null> => {
  await mkdir(dataDirectory(), { recursive: true })
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.end(place)
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(socketPath(), () => resolve(server.unref()))
  })
}

const isUsed = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EADDRINUSE"

const claim = async (place: string): Promise<Server | null> => {
  try {
    return await listen(place)
  } catch (error) {
    // A folder that cannot hold a socket, such as one shared with a virtual machine, does not stop the service.
    if (!isUsed(error)) return null
  }
  const other = await answer()
  if (other !== null) throw alreadyRuns(other)
  await rm(socketPath(), { force: true })
  return listen(place).catch(() => null)
}

/** Tells later starts in this folder where the service is, until the scope closes. */
export const announce = (publicUrl: string): Effect.Effect<void, Stop, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.tryPromise({
        try: () => claim(`${publicUrl} (process ${process.pid})`),
        catch: (error) => (error instanceof Stop ? error : new Stop({ message: String(error) }))
      }),
      (server) => Effect.sync(() => server?.close())
    )
  )
