import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"

/** Why a job failed. */
export type IsolatedReason =
  /** It took longer than its deadline. */
  | "deadline"
  /** It used more memory than its limit. */
  | "memory"
  /** It called itself deeper than its stack allows. */
  | "stack"
  /** It threw, or its thread ended. */
  | "defect"
  /** No thread could be started. Only this is retryable. */
  | "unavailable"

/** A message to a thread. */
export interface JobRequest {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** A message from a thread. */
export type ThreadMessage =
  | { readonly kind: "started" }
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "failed"; readonly reason: IsolatedReason; readonly message: string }

type JobOutcome = Exclude<ThreadMessage, { readonly kind: "started" }>

export interface PoolLimits {
  /** Concurrent threads; further jobs wait. */
  readonly threads: number
  /** The maximum run time of a job, in milliseconds. */
  readonly deadline: number
  /** Heap of a thread, in megabytes. */
  readonly memory: number
  /** How long an idle thread waits before it ends, in milliseconds. */
  readonly idle: number
}

interface QueuedJob extends JobRequest {
  /** On the clock of `performance.now()`. */
  readonly queuedAt: number
  readonly end: (outcome: JobOutcome) => void
}

interface Thread {
  readonly worker: Worker
  job: QueuedJob | null
  timer: NodeJS.Timeout | undefined
  /** The modules that it has loaded. */
  readonly loaded: Set<string>
}

/**
 * How long jobs wait for a busy thread before another one starts. Loading the code into a thread takes as
 * long as parsing a dozen ordinary pages.
 */
const extraThreadMs = 250

/** The maximum time for loading a job's code. */
const maxLoadingMs = 60_000

const threadUrl = new URL(`./thread${/\.[a-z]+$/.exec(import.meta.url)?.[0] ?? ".js"}`, import.meta.url)

/** A third of it is collected at once, which is less than Node's leeway of 16 megabytes for a thread at its limit. */
const youngGenerationMb = 32

/**
 * If the process was started with a larger young generation, V8 would use that size for threads too. A thread at its
 * limit can then need more than Node's leeway for one collection, and V8 ends the whole process. The process itself
 * keeps its size.
 */
const limitYoungGenerations = (): void => setFlagsFromString("--max-semi-space-size=0")

/**
 * Reuses threads for several jobs. A thread that fails a job is discarded, so that no state of a hostile
 * input survives. An idle thread does not keep the process alive.
 */
export const makePool = ({ deadline, idle, memory, threads: maxThreads }: PoolLimits) => {
  const threads = new Set<Thread>()
  const queue: Array<QueuedJob> = []
  let extraTimer: NodeJS.Timeout | undefined

  const discard = (thread: Thread): void => {
    clearTimeout(thread.timer)
    threads.delete(thread)
    void thread.worker.terminate()
  }

  const fail = (thread: Thread, reason: IsolatedReason, message: string): void => {
    const { job } = thread
    thread.job = null
    discard(thread)
    job?.end({ kind: "failed", reason, message })
    next()
  }

  const limit = (thread: Thread, milliseconds: number, reason: IsolatedReason): void => {
    clearTimeout(thread.timer)
    const expired = () => fail(thread, reason, `The job ran for more than ${milliseconds / 1000} seconds.`)
    thread.timer = setTimeout(expired, milliseconds)
  }

  const finish = (thread: Thread, outcome: JobOutcome): void => {
    const { job } = thread
    thread.job = null
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => discard(thread), idle).unref()
    thread.worker.unref()
    job?.end(outcome)
    next()
  }

  const start = (): Thread => {
    // The thread gets no environment: it needs none, and the process's contains secrets. Some of the
    // process's own options would prevent its start.
    limitYoungGenerations()
    const worker = new Worker(threadUrl, {
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: memory,
        maxYoungGenerationSizeMb: youngGenerationMb,
        stackSizeMb: 4
      }
    })
    const thread: Thread = { worker, job: null, timer: undefined, loaded: new Set() }
    worker.on("message", (message: ThreadMessage) => {
      if (thread.job === null) return
      if (message.kind === "started") {
        thread.loaded.add(thread.job.module)
        limit(thread, deadline, "deadline")
      }
      if (message.kind === "done") finish(thread, message)
      if (message.kind === "failed") fail(thread, message.reason, message.message)
    })
    worker.on("error", (error: NodeJS.ErrnoException) =>
      fail(thread, error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "defect", error.message)
    )
    worker.on("exit", () => fail(thread, "defect", "The thread ended."))
    threads.add(thread)
    return thread
  }

  const takeThread = (isOverdue: boolean): Thread | undefined => {
    const idleThread = [...threads].find(({ job }) => job === null)
    if (idleThread !== undefined) return idleThread
    if (threads.size === 0 || (isOverdue && threads.size < maxThreads)) return start()
    if (threads.size < maxThreads) extraTimer ??= setTimeout(startExtra, extraThreadMs)
    return undefined
  }

  /**
   * Starts another thread if the first job has waited long enough, unless a thread is loading code: it will be free
   * soon.
   */
  const startExtra = (): void => {
    extraTimer = undefined
    const [first] = queue
    const isLoading = [...threads].some(({ job, loaded }) => job !== null && !loaded.has(job.module))
    next(first !== undefined && !isLoading && performance.now() - first.queuedAt >= extraThreadMs)
  }

  const next = (isOverdue = false): void => {
    const [job] = queue
    if (job === undefined) return
    try {
      const thread = takeThread(isOverdue)
      if (thread === undefined) return
      queue.shift()
      thread.job = job
      thread.worker.ref()
      limit(thread, maxLoadingMs, "unavailable")
      thread.worker.postMessage({ module: job.module, name: job.name, input: job.input } satisfies JobRequest)
    } catch (error) {
      const index = queue.indexOf(job)
      if (index !== -1) queue.splice(index, 1)
      job.end({ kind: "failed", reason: "unavailable", message: String(error) })
    }
  }

  return {
    /** Runs a job when a thread is free. Calls `end` once, unless the returned function cancels the job first. */
    run: (request: JobRequest, end: (outcome: JobOutcome) => void): (() => void) => {
      const job: QueuedJob = { ...request, queuedAt: performance.now(), end }
      queue.push(job)
      next()
      return () => {
        const index = queue.indexOf(job)
        if (index !== -1) queue.splice(index, 1)
        const thread = [...threads].find((one) => one.job === job)
        if (thread === undefined) return
        thread.job = null
        discard(thread)
        next()
      }
    },
    /** Ends all threads. */
    close: (): void => {
      clearTimeout(extraTimer)
      for (const thread of threads) discard(thread)
    }
  }
}
