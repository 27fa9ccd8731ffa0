import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { type EmailTopic, Mailer, mailQueue } from "../../src/identity/mail/mailer.ts"
import { mailEndpoints } from "../../src/identity/mail/outbox.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { Worker } from "../../src/tasks/index.ts"
import { Consumers } from "../../src/tasks/registries.ts"
import { asOperator } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { startMailServer } from "../support/smtp.ts"
import { until } from "../support/until.ts"

const server = await startMailServer({ user: "adwarden", pass: "p@ss" })
const smtpUrl = Redacted.make(server.url.replace("p@ss", "p%40ss"))
const demo = await runCore({ smtpUrl, mailFrom: "Adwarden <mail@ours.test>" })
const olivia = "olivia@northwind.test"

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const post = (recipient: string, about: EmailTopic) =>
  demo.run(Effect.flatMap(Mailer, (mailer) => mailer.enqueue(recipient, about)))
/** Runs one attempt of the job with the workers' consumer; returns why it is to be retried, or null. */
const deliver = async (email: number) => {
  const exit = await demo.run(
    Effect.flatMap(Consumers, (consumers) =>
      Effect.exit(
        consumers
          .find(mailQueue.name)!
          .run({ version: mailQueue.version, email }, { job: "job", isLast: false })
      )
    )
  )
  return Exit.isSuccess(exit) ? null : Option.getOrThrow(Cause.failureOption(exit.cause))
}
const statusOf = async (id: number) =>
  (
    await query(
      `select sent_at is not null as sent, dropped_at is not null as dropped, failed_at is not null as failed, failure
       from emails where id = ${id}`
    )
  )[0]
const operate = <Out, R>(endpoint: Effect.Effect<Endpoint<Out>, never, R>) =>
  demo.run(Effect.flatMap(endpoint, (made) => asOperator(made, null)) as Effect.Effect<Out, unknown, never>)
const show = (id: number) => operate(Effect.map(mailEndpoints, (endpoints) => endpoints.show(id)))

/** The parts of an email as a mailbox reads them, with quoted-printable and base64 decoded. */
const read = (raw: string) => {
  const plain = raw
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const [head] = raw.split("\r\n\r\n")
  return { head: head!.replaceAll(/\r\n\s+/g, " "), plain }
}

beforeEach(() => {
  server.received.length = 0
  server.behaviour.rejectsWith = null
  server.behaviour.closesAfter = false
})

describe("email by SMTP", () => {
  it("is sent as text and HTML, from us, marked as automatic, with a working link", async () => {
    const id = await post(olivia, { kind: "password_reset" })
    expect(await deliver(id)).toBeNull()
    expect(await statusOf(id)).toMatchObject({ sent: true, failure: null })
    const [mail] = server.received
    expect(mail).toMatchObject({ from: "mail@ours.test", to: [olivia] })
    const { head, plain } = read(mail!.raw)
    expect(head).toContain("From: Adwarden <mail@ours.test>")
    expect(head).toContain("Auto-Submitted: auto-generated")
    expect(head).toMatch(/Content-Type: multipart\/alternative/)
    expect(plain).toContain("Content-Type: text/plain")
    expect(plain).toContain("Content-Type: text/html")
    expect(plain).toMatch(/http:\/\/adwarden\.test\/reset-password\?token=svc_ml_\w{43}/)
  })

  it("is not sent twice, and not to an unknown address", async () => {
    const id = await post(olivia, { kind: "password_reset" })
    await deliver(id)
    await deliver(id)
    expect(server.received.length).toBe(1)
    const nobody = await post("nobody@northwind.test", { kind: "password_reset" })
    expect(await deliver(nobody)).toBeNull()
    expect(await statusOf(nobody)).toMatchObject({ sent: false, dropped: true })
    expect(server.received.length).toBe(1)
  })

  it("is retried after a temporary error, and given up after a permanent one", async () => {
    const id = await post(olivia, { kind: "password_reset" })
    server.behaviour.rejectsWith = 451
    expect(await deliver(id)).toMatchObject({ _tag: "MailNotSent", final: false })
    expect(await statusOf(id)).toMatchObject({
      sent: false,
      failed: false,
      failure: expect.stringContaining("451")
    })
    server.behaviour.rejectsWith = null
    expect(await deliver(id)).toBeNull()
    expect(await statusOf(id)).toMatchObject({ sent: true, failure: null })

    const never = await post(olivia, { kind: "password_reset" })
    server.behaviour.rejectsWith = 550
    expect(await deliver(never)).toBeNull()
    expect(await statusOf(never)).toMatchObject({ failed: true, failure: expect.stringContaining("550") })
  })

  it("has the same id on a retry after a lost confirmation", async () => {
    const id = await post(olivia, { kind: "password_reset" })
    server.behaviour.closesAfter = true
    expect(await deliver(id)).toMatchObject({ final: false })
    server.behaviour.closesAfter = false
    expect(await deliver(id)).toBeNull()
    const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)![1])
    expect(ids.length).toBe(2)
    expect(ids[0]).toBe(ids[1])
  })

  it("has only our headers, whatever people are called", async () => {
    const evil = "Evil\r\nBcc: all@evil.test\r\n\r\n<b>"
    await query(
      `update organizations set name = E'${evil.replaceAll("\r\n", "\\r\\n")}' where slug = 'northwind'`
    )
    const mail = await operate(
      Effect.map(Administration, (people) =>
        people["people.invite"]("northwind", { email: "new@example.test", role: "member" })
      )
    )
    expect(await deliver(mail)).toBeNull()
    const { head, plain } = read(server.received[0]!.raw)
    expect(server.received[0]!.to).toEqual(["new@example.test"])
    expect(head).not.toMatch(/^Bcc:/im)
    const html = plain.slice(plain.indexOf("Content-Type: text/html"))
    expect(html).not.toContain("<b>")
    expect(html).toContain("&lt;b&gt;")
    await query("update organizations set name = 'Northwind' where slug = 'northwind'")
  })

  it.each([
    "a@x.test, b@evil.test",
    "a@x.test\nBcc: b@evil.test",
    "<a@x.test>",
    "a b@x.test",
    "a@x.test;b@evil.test"
  ])("does not invite %j", async (email) => {
    const invited = operate(
      Effect.map(Administration, (people) => people["people.invite"]("northwind", { email, role: "member" }))
    )
    await expect(invited).rejects.toThrow()
  })

  it("is not sent for a transaction that was rolled back", async () => {
    const count = async () => (await query<{ n: number }>("select count(*)::int as n from emails"))[0]!.n
    const before = await count()
    const undone = demo.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.zipRight(
            Effect.flatMap(Mailer, (mailer) => mailer.enqueue(olivia, { kind: "password_reset" })),
            Effect.fail("no")
          )
        )
      )
    )
    await expect(undone).rejects.toThrow()
    expect(await count()).toBe(before)
  })

  it("contains no outdated facts", async () => {
    const id = await operate(
      Effect.map(Administration, (people) =>
        people["people.invite"]("northwind", { email: "gone@example.test", role: "member" })
      )
    )
    await query("update invitations set withdrawn_at = now() where email = 'gone@example.test'")
    expect(await deliver(id)).toBeNull()
    expect(await statusOf(id)).toMatchObject({ dropped: true })
    expect(server.received).toEqual([])
  })

  it("is sent by a worker at once", async () => {
    const scope = Effect.runSync(Scope.make())
    await demo.run(Layer.buildWithScope(Worker.layer(demo.url), scope))
    const id = await post(olivia, { kind: "password_reset" })
    await until("the mail is sent", async () => (await statusOf(id))!["sent" as keyof object] === true)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})

describe("the outbox", () => {
  it("shows a waiting email with a working link, and a sent one without", async () => {
    const id = await post(olivia, { kind: "password_reset" })
    const waiting = await show(id)
    expect(waiting).toMatchObject({ id, status: "waiting", recipient: olivia })
    expect(waiting.mail!.text).toMatch(/token=svc_ml_\w{43}/)
    await deliver(id)
    const sent = await show(id)
    expect(sent.status).toBe("sent")
    expect(sent.mail!.text).not.toContain("svc_ml_")
    const [newest] = await operate(Effect.map(mailEndpoints, (endpoints) => endpoints.list(1)))
    expect(newest).toMatchObject({ id, kind: "password_reset" })
  })
})
