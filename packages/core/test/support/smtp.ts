import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"
import { afterFile } from "./after-file.ts"

export interface ReceivedEmail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
}

const refusal = (code: number) =>
  Object.assign(new Error(code >= 500 ? "No such mailbox here" : "Try again later"), { responseCode: code })

/**
 * Starts an SMTP server on loopback that records emails. It can reject an email, or accept one without a
 * confirmation.
 */
export const startMailServer = async (login?: { readonly user: string; readonly pass: string }) => {
  const received: Array<ReceivedEmail> = []
  const behaviour: { rejectsWith: number | null; closesAfter: boolean } = {
    rejectsWith: null,
    closesAfter: false
  }
  const server = new SMTPServer({
    authOptional: login === undefined,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ password, username }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(new Error("Wrong login")),
    onRcptTo: (_address, _session, done) =>
      done(behaviour.rejectsWith === null ? null : refusal(behaviour.rejectsWith)),
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw
        })
        if (behaviour.closesAfter) for (const connection of server.connections) connection.close()
        else done()
      })
    }
  })
  server.on("error", () => {})
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  afterFile(() => {
    server.close()
  })
  const { port } = server.server.address() as AddressInfo
  const account = login === undefined ? "" : `${login.user}:${login.pass}@`
  return { url: `smtp://${account}127.0.0.1:${port}`, received, behaviour }
}
