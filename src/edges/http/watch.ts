import type { News } from '../../loop/journal/feed.ts'
import type { Loop } from '../../loop/loop.ts'
import type { Mettle } from '../../open.ts'

/** How often the journal is checked while somebody listens. */
const EVERY_MS = 500

type Listener = (news: News) => void

/** Checks whether any process has appended to the journal. It polls, because SQLite has no notifications between processes, and LISTEN of PostgreSQL needs a connection of its own. */
export class Watch {
  readonly #loop: () => Pick<Loop, 'news'>
  readonly #listeners = new Set<Listener>()
  #position = 0
  #timer: NodeJS.Timeout | undefined
  /** True during a check; the next one is scheduled when it ends. */
  #isLooking = false

  constructor(loop: () => Pick<Loop, 'news'>) {
    this.#loop = loop
  }

  /** Tells of everything after a position, until the returned function is called. */
  listen(listener: Listener, position: number): () => void {
    if (this.#listeners.size === 0 || position < this.#position) this.#position = position
    this.#listeners.add(listener)
    this.#goOn()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  #goOn(): void {
    const isOnItsWay = this.#timer !== undefined || this.#isLooking
    if (!isOnItsWay && this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#look(), EVERY_MS).unref()
  }

  /** If the journal cannot be read for a moment, checks again later. */
  async #look(): Promise<void> {
    this.#timer = undefined
    this.#isLooking = true
    const news = await this.#loop()
      .news({ after: this.#position })
      .catch(() => undefined)
    this.#isLooking = false
    if (news !== undefined && news.position > this.#position) {
      this.#position = news.position
      for (const listener of this.#listeners) listener(news)
    }
    this.#goOn()
  }
}

const KEEP_UP_MS = 1_000

/** Records queued hook events while the server runs, so that the gate's questions appear immediately; one round at a time. The returned function stops it. */
export function keepUp(mettle: Pick<Mettle, 'keepUp'>, onFault: (error: unknown) => void) {
  let turn: Promise<void> | undefined
  const timer = setInterval(() => {
    turn ??= mettle
      .keepUp()
      .catch(onFault)
      .finally(() => {
        turn = undefined
      })
  }, KEEP_UP_MS).unref()
  return async () => {
    clearInterval(timer)
    await turn
  }
}
