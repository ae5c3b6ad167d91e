import type { Sql } from 'postgres'
import type { SqlRow, SqlValue } from '../sql/driver.ts'

/** Creates a client with a single connection; `onclose` reports when that connection is gone. */
export type NewClient = (onclose: () => void) => Sql

/** One connection, for one transaction at a time. A broken one is discarded with its client, which would otherwise reconnect by itself and run the rest of the transaction outside of any. */
export class Connection {
  readonly #client: Sql
  /** Rejects the statements that wait for an answer when none will come. */
  readonly #waiting = new Set<(error: Error) => void>()
  /** Statements that were sent without waiting for the answer. */
  #sent: Promise<unknown>[] = []
  #isGone = false

  constructor(newClient: NewClient) {
    this.#client = newClient(() => {
      this.#isGone = true
      for (const end of this.#waiting) end(closed())
    })
  }

  get isGone(): boolean {
    return this.#isGone
  }

  async query(sql: string, parameters: readonly SqlValue[] = [], prepare = false): Promise<Answer> {
    if (this.#isGone) throw closed()
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      const answer = this.#client.unsafe(sql, parameters as SqlValue[], { prepare }) as unknown as Promise<Answer>
      answer.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    })
  }

  /** Sends a statement whose answer is not needed. If it fails, so does the rest of the transaction, and the commit throws its error. */
  send(sql: string, parameters: readonly SqlValue[] = []): void {
    const sent = this.query(sql, parameters, true)
    sent.catch(() => undefined)
    this.#sent.push(sent)
  }

  /** If this fails, there is no connection, and the client is discarded. */
  async begin(statement: string): Promise<void> {
    this.#sent = []
    await this.query(statement).catch(async (error) => {
      await this.end()
      throw error
    })
  }

  /** The server answers a commit of a failed transaction with its rollback, without an error. */
  async commit(): Promise<void> {
    const committed = this.query('COMMIT')
    await Promise.all([...this.#sent, committed])
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error(`the server answered COMMIT with ${command}`)
  }

  /** Returns the error of the first sent statement that failed: it made all later ones fail. */
  async rollBack(error: unknown): Promise<unknown> {
    const failed = (await Promise.allSettled(this.#sent)).find(({ status }) => status === 'rejected')
    await (this.#isGone ? this.end() : this.query('ROLLBACK').catch(() => this.end()))
    return failed === undefined ? error : (failed as PromiseRejectedResult).reason
  }

  async end(): Promise<void> {
    const timeout = this.#isGone ? 0 : 1
    this.#isGone = true
    await this.#client.end({ timeout })
  }
}

function closed(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' })
}

type Answer = SqlRow[] & { readonly command: string }

/** A few connections that transactions take in turn. */
export class Connections {
  readonly #newClient: NewClient
  readonly #most: number
  readonly #all = new Set<Connection>()
  readonly #free: Connection[] = []
  readonly #waiting: (() => void)[] = []

  constructor(most: number, newClient: NewClient) {
    this.#most = most
    this.#newClient = newClient
  }

  /** Runs all statements of `work`, or none. Several may be under way at the same time; the server keeps their order. */
  async transaction<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take()
    try {
      const begun = connection.begin(begin)
      begun.catch(() => undefined)
      const result = await work(connection).finally(() => begun)
      const committed = connection.commit()
      committed.catch(() => undefined)
      // A reader need not wait for the commit: the connection's next transaction begins after it.
      if (!begin.endsWith('READ ONLY')) await committed
      return result
    } catch (error) {
      throw await connection.rollBack(error)
    } finally {
      this.#giveBack(connection)
    }
  }

  /** One statement, which is a transaction of its own. */
  async once(sql: string, parameters: readonly SqlValue[]): Promise<Answer> {
    const connection = await this.#take()
    try {
      return await connection.query(sql, parameters, true)
    } finally {
      if (connection.isGone) await connection.end()
      this.#giveBack(connection)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.end()))
  }

  async #take(): Promise<Connection> {
    for (;;) {
      const free = this.#free.pop()
      if (free === undefined && this.#all.size < this.#most) return this.#open()
      if (free === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      else if (free.isGone) this.#all.delete(free)
      else return free
    }
  }

  #open(): Connection {
    const connection = new Connection(this.#newClient)
    this.#all.add(connection)
    return connection
  }

  #giveBack(connection: Connection): void {
    if (connection.isGone) this.#all.delete(connection)
    else this.#free.push(connection)
    this.#waiting.shift()?.()
  }
}
