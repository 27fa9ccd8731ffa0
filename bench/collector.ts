import { createServer } from "node:http"

/** An OpenTelemetry collector that reads what it receives and keeps its size. */
export const startCollector = () =>
  new Promise<{ readonly url: string; readonly bytes: () => number; readonly stop: () => void }>(
    (resolve) => {
      let bytes = 0
      const server = createServer((request, response) => {
        request.on("data", (data: Buffer) => {
          bytes += data.length
        })
        request.on("end", () => response.writeHead(200, { "content-type": "application/x-protobuf" }).end())
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as { readonly port: number }
        resolve({
          url: `http://127.0.0.1:${port}`,
          bytes: () => bytes,
          stop: () => {
            server.close()
            server.closeAllConnections()
          }
        })
      })
    }
  )
