export interface ClockState {
  readonly offsetMilliseconds: number
  readonly frozenAt: string | null
}

/** The emulator's clock: the system time plus an offset, or a fixed time. */
export class Clock {
  #offset: number
  #frozenAt: number | undefined
  readonly #save: (state: ClockState) => void

  constructor(state: ClockState, save: (state: ClockState) => void) {
    this.#offset = state.offsetMilliseconds
    this.#frozenAt = state.frozenAt === null ? undefined : Date.parse(state.frozenAt)
    this.#save = save
  }

  now(): Date {
    return new Date(this.#frozenAt ?? Date.now() + this.#offset)
  }

  freeze(at: Date): void {
    this.#frozenAt = at.getTime()
    this.#changed()
  }

  advance(milliseconds: number): void {
    if (this.#frozenAt === undefined) this.#offset += milliseconds
    else this.#frozenAt += milliseconds
    this.#changed()
  }

  /** Starts the clock again from its current time. */
  run(): void {
    this.#offset = this.now().getTime() - Date.now()
    this.#frozenAt = undefined
    this.#changed()
  }

  /** Runs `work` at another time. The demo world writes its past this way. */
  during<A>(at: Date, work: () => A): A {
    const before = this.#frozenAt
    this.#frozenAt = at.getTime()
    try {
      return work()
    } finally {
      this.#frozenAt = before
    }
  }

  get state(): ClockState {
    return {
      offsetMilliseconds: this.#offset,
      frozenAt: this.#frozenAt === undefined ? null : new Date(this.#frozenAt).toISOString()
    }
  }

  #changed(): void {
    this.#save(this.state)
  }
}
