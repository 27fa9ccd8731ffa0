import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { count } from "../support/counts.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { randomOfRun } from "../support/random.ts"
import type { ChildResponse } from "./crash/calls.ts"
import { isFinal, type RecordedCall, writer } from "./crash/calls.ts"
import { checkConsistency } from "./crash/consistency.ts"
import { type Host, startHost } from "./crash/host.ts"

/*
 * Kills a host and its worker at random points between accepting writes and the platform's responses. Repeats
 * every call without a response with its idempotency key, and compares service, action log and platform at
 * the end. CRASH_KILLS=200 is the full run; TEST_SEED repeats one.
 */
const kills = Number(process.env["CRASH_KILLS"] ?? count("crashKills"))

const demo = await runOnPlatform({ executionTakeoverSeconds: 1 })

it(`survives ${kills} kills: nothing is lost and nothing is done twice`, {
  timeout: 120_000 + kills * 15_000
}, async () => {
  const random = randomOfRun()
  const write = writer(random, demo.keys["northwind"]!.owner!)
  const before = await demo.query<{ id: string }>("select id from actions")
  const heard = (answer: ChildResponse) => {
    const call = write.calls[answer.n]!
    call.waiting = false
    if (isFinal(answer)) call.response ??= answer
  }
  const start = (): Host => startHost(demo.url, demo.emulator.url, heard)
  const send = (host: Host, call: RecordedCall) => {
    call.sent++
    call.waiting = true
    host.send(call)
  }
  const arm = async () => {
    await demo.control("DELETE", "faults")
    const fault = random()
    const kind =
      fault < 0.2
        ? { kind: "lost" }
        : fault < 0.3
          ? { kind: "lost", when: "before" }
          : { kind: "slow", delayMilliseconds: 250 }
    if (fault < 0.6) await demo.control("POST", "faults", { ...kind, method: "mutate", times: 2 })
  }

  /**
   * Releases what a dead worker held, as after a missed heartbeat. Another test covers a job that fails too
   * often.
   */
  const timePasses = async () => {
    // Waits until everything that the dead worker sent has arrived.
    while (((await demo.control("GET", "faults")) as { held_up: number }).held_up > 0) await sleep(20)
    await demo.query("update pgboss.job set state = 'retry', retry_count = 0 where state = 'active'")
    await demo.query("update pgboss.job set start_after = now() where state in ('created', 'retry')")
  }

  let underway = 0
  let warming = start()
  for (let n = 0; n < kills; n++) {
    const host = warming
    await host.ready
    await arm()
    warming = start()
    // Some without a response, and always some new ones.
    const batch = [...write.some(6), write.next(), write.next(), write.next()]
    const began = new Date().toISOString()
    for (const call of batch) send(host, call)
    const isOnItsWay = async () => {
      const [row] = await demo.query<{ n: number }>(
        `select count(*) as n from actions where state = 'executing' and at > '${began}'`
      )
      return row!.n > 0
    }
    const moment = random()
    if (moment < 0.5) {
      // Right while a change is being sent to the platform, a little sooner or later.
      for (const give = Date.now() + 1500; !(await isOnItsWay()) && Date.now() < give; ) await sleep(5)
      await sleep(random() * 150)
    } else {
      // Anywhere; sometimes late enough for the worker to process it.
      await sleep(moment < 0.9 ? random() * 1200 : 1200 + random() * 2500)
    }
    await host.kill()
    if (await isOnItsWay()) underway++
    for (const call of batch) call.waiting = false
    if (n % 5 === 4) await timePasses()
  }

  // The last host is not killed.
  await demo.control("DELETE", "faults")
  await timePasses()
  await warming.ready
  const until = Date.now() + 60_000 + kills * 1000
  const left = async () => {
    const [row] = await demo.query<{ n: number }>(
      `select (select count(*) from actions where state = 'executing')
        + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
            and name in ('campaign-push', 'task', 'execution-finish')) as n`
    )
    return row!.n
  }
  while ((write.open().length > 0 || (await left()) > 0) && Date.now() < until) {
    for (const call of write.open().filter(({ waiting }) => !waiting)) send(warming, call)
    await sleep(500)
  }
  expect(write.open()).toEqual([])
  expect(await left()).toBe(0)

  const told = write.calls.map(({ response }) => response)
  await checkConsistency(demo, write.calls, new Set(before.map(({ id }) => id)))
  // Every key returns the response that its caller has.
  for (const call of write.calls) {
    call.response = null
    warming.send(call)
  }
  while (write.open().length > 0 && Date.now() < until + 60_000) await sleep(100)
  for (const [n, { response }] of write.calls.entries()) {
    expect(response).toMatchObject({ output: told[n]!.output, error: told[n]!.error })
    if (told[n]!.error === null) expect(response!.replayed).toBe(true)
  }
  await warming.kill()
  const again = write.calls.filter(({ sent }) => sent > 1).length
  console.log(
    `${write.calls.length} writes, ${again} of them sent more than once; ${kills} kills, ${underway} while a change was on its way`
  )
})
