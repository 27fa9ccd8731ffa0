import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Exit, Layer, Scope } from "effect"
import type { Output } from "../../src/contract/index.ts"
import { Worker, type WorkerOptions } from "../../src/tasks/index.ts"
import { call } from "./call.ts"
import type { runOnPlatform } from "./on-platform.ts"
import { until } from "./until.ts"

const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!.customerId

export type OnPlatform = Awaited<ReturnType<typeof runOnPlatform>>
export type Task = Output<"tasks.get">

/** Where `missHeartbeats` left jobs to a later worker. */
const lost = new WeakSet<OnPlatform>()

/**
 * Starts a worker in this process; returns a function that stops it. It runs no schedules: each costs three statements
 * at the start, and would run at full minutes only. Looking for lost jobs costs eight statements each time. It looks for
 * retries each second: by default as often as the platform's check may take, a time for which `runWithoutCheckLimit`
 * waits forever.
 */
export const startWorker = async (demo: OnPlatform, options: WorkerOptions = {}) => {
  const scope = Effect.runSync(Scope.make())
  const { options: database, url } = demo.address
  const directUrl = database.pooler?.directUrl
  const worker = Worker.layer(url, {
    ...(lost.has(demo) ? { superviseSeconds: 1 } : {}),
    schedules: false,
    pollSeconds: 1,
    ...(directUrl === undefined ? {} : { directUrl }),
    ...options
  })
  await demo.run(Layer.buildWithScope(worker, scope))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}

/** Waits until a task has completed or failed, and returns it. Only the end is a request, which costs much more. */
export const follow = async (demo: OnPlatform, key: string, id: number): Promise<Task> => {
  await until(`task ${id} is finished`, async () => {
    const [task] = await demo.query<{ finished: boolean }>(
      `select status in ('completed', 'failed') as finished from tasks where id = ${id}`
    )
    return task!.finished
  })
  return (await demo.run(call("tasks.get", key, { id }))).output as Task
}

/** Waits until no job is left: until then the worker still pushes changes. */
export const jobsSettled = (demo: OnPlatform): Promise<void> =>
  until("no job is left", async () => {
    const [left] = await demo.query<{ n: number }>(
      `select count(*) as n from pgboss.job where name in ('campaign-push', 'task', 'lost')
       and state in ('created', 'retry', 'active')`
    )
    return left!.n === 0
  })

/**
 * Makes the heartbeat of running jobs look a minute old, as after a crash. No worker may run meanwhile. The next one
 * finds them within seconds.
 */
export const missHeartbeats = (demo: OnPlatform) => {
  lost.add(demo)
  return demo.query(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'"
  )
}

/** Runs work without the delays before retries. */
export const withoutRetryDelays = async <A>(demo: OnPlatform, work: () => Promise<A>): Promise<A> => {
  let finished = false
  const skippingDelays = until("the work is finished", async () => {
    await demo.query("update pgboss.job set start_after = least(start_after, now()) where state = 'retry'")
    return finished
  })
  try {
    return await work()
  } finally {
    finished = true
    await skippingDelays
  }
}

/**
 * Makes the platform accept every write without responding, longer than any test waits. It still responds to
 * validations.
 */
export const hangPlatform = (demo: OnPlatform, more: object = {}) =>
  demo.control("POST", "faults", {
    kind: "slow",
    method: "mutate",
    validateOnly: false,
    delayMilliseconds: 600_000,
    ...more
  })

export const setState =
  (demo: OnPlatform, key: string) =>
  (slug: string, state: string, more: Record<string, unknown> = {}) =>
    demo.run(call("campaigns.set_state", key, { slug, state, ...more }))

/** Executes a change of state and follows its task to its end. */
export const setAndFollow = (demo: OnPlatform, key: string) => async (slug: string, state: string) => {
  const response = await setState(demo, key)(slug, state, { dry_run: false })
  if (response.error !== null) throw new Error(`${response.error._tag}: ${JSON.stringify(response.error)}`)
  const { action_id, task_tracking_id } = response.output as { action_id: string; task_tracking_id: number }
  return { action: action_id, id: task_tracking_id, task: await follow(demo, key, task_tracking_id) }
}

type EmulatorState = Awaited<ReturnType<OnPlatform["state"]>>

/** Returns the campaigns of that name in northwind's account. */
export const campaignsNamed = ({ resources }: EmulatorState, name: string) => {
  const found = Object.entries(resources).filter(
    ([ref, body]) => ref.startsWith(`customers/${northwind}/campaigns/`) && body.name === name
  )
  return found.map(([ref, body]) => ({ ref, ...(body as { name: string; status: string }) }))
}

/** Returns the campaigns of that name in northwind's account in the emulator. */
export const campaignInEmulator = async (demo: OnPlatform, name: string) =>
  campaignsNamed(await demo.state(), name)

/** Returns the columns of a campaign. */
export const campaignInDatabase = async (demo: OnPlatform, slug: string, org = "northwind") => {
  const [row] = await demo.query<Record<string, string | number | null>>(
    `select c.* from campaigns c join organizations o on o.id = c.organization_id
     where o.slug = '${org}' and c.slug = '${slug}'`
  )
  return row!
}
