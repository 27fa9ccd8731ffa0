import { readdir, readFile, realpath } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, sep } from "node:path"

/** Saved websites, each under its own development name. */
export interface SiteFolders {
  /** The names of the subfolders: `bakery` is served as `http://bakery.test/`. */
  readonly names: readonly string[]
  /** Maps the host names to this server, for resolvers. */
  readonly addresses: ReadonlyMap<string, { readonly address: string; readonly port: number }>
  readonly close: () => Promise<void>
}

const folderName = /^[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?$/

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".htm": "text/html",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".jpg": "image/jpeg"
}

/** Reads the file of a path, its index page or its `.html` file; undefined if there is none inside the folder. */
const fileAt = async (root: string, path: string) => {
  for (const candidate of path.endsWith("/")
    ? [`${path}index.html`, `${path}index.htm`]
    : [path, `${path}.html`]) {
    try {
      const file = await realpath(join(root, candidate))
      // A link or a path with dots must not leave the folder.
      if (!file.startsWith(root + sep)) continue
      return { body: await readFile(file), type: contentTypes[extname(file)] ?? "application/octet-stream" }
    } catch {
      // The next candidate may exist.
    }
  }
  return undefined
}

/**
 * Serves each subfolder of static files as a website on loopback: the folder `bakery` as `http://bakery.test/`.
 *
 * @example const saved = await serveSiteFolders("./saved-websites")
 */
export const serveSiteFolders = async (folder: string): Promise<SiteFolders> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && folderName.test(entry.name))
    .map(({ name }) => name)
    .sort()
  const roots: ReadonlyMap<string, string> = new Map(
    await Promise.all(
      names.map(async (name) => [`${name}.test`, await realpath(join(folder, name))] as const)
    )
  )
  const server = createServer(async (request, response) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "").replace(/^www\./, "")
    const root = roots.get(host)
    const path = URL.parse(request.url ?? "/", "http://site.test/")?.pathname ?? "/"
    const decoded = path.includes("%") ? decodePath(path) : path
    const file = root === undefined ? undefined : await fileAt(root, decoded)
    if (file !== undefined) response.writeHead(200, { "content-type": file.type }).end(file.body)
    else if (root !== undefined && !decoded.endsWith("/") && (await fileAt(root, `${decoded}/`)))
      response.writeHead(301, { location: `http://${host}${path}/` }).end()
    else response.writeHead(404, { "content-type": "text/html" }).end("<title>Not found</title>")
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  const hosts = names.flatMap((name) => [`${name}.test`, `www.${name}.test`])
  return {
    names,
    addresses: new Map(hosts.map((host) => [host, { address: "127.0.0.1", port }])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
