import type { Sql } from 'postgres'
import type { SqlRow, SqlValue } from '../sql/driver.ts'

/** Makes a client with a single connection that tells when that connection is gone. */
export type NewClient = (onclose: () => void) => Sql

/** One connection, for one transaction at a time. When it breaks it is thrown away with its client: the client would connect again by itself, and run the rest of a broken transaction outside of any. */
export class Connection {
  readonly #client: Sql
  readonly #gone: Promise<never>
  #isGone = false

  constructor(newClient: NewClient) {
    let tell: (error: Error) => void
    this.#gone = new Promise<never>((_, reject) => {
      tell = reject
    })
    this.#gone.catch(() => undefined)
    this.#client = newClient(() => {
      this.#isGone = true
      tell(Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' }))
    })
  }

  get isGone(): boolean {
    return this.#isGone
  }

  async query(sql: string, parameters: readonly SqlValue[] = [], prepare = false): Promise<Answer> {
    if (this.#isGone) return this.#gone
    const answer = this.#client.unsafe(sql, [...parameters], { prepare })
    answer.catch(() => undefined)
    return (await Promise.race([answer, this.#gone])) as unknown as Answer
  }

  /** Where not even this works, there is no connection to be had: the client is thrown away. */
  async begin(statement: string): Promise<void> {
    await this.query(statement).catch(async (error) => {
      await this.end()
      throw error
    })
  }

  /** A commit of a transaction that has failed is answered with its rollback, without an error. */
  async commit(): Promise<void> {
    const { command } = await this.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`the server answered COMMIT with ${command}`)
  }

  async rollBack(): Promise<void> {
    if (this.#isGone) return this.end()
    await this.query('ROLLBACK').catch(() => this.end())
  }

  async end(): Promise<void> {
    const timeout = this.#isGone ? 0 : 1
    this.#isGone = true
    await this.#client.end({ timeout })
  }
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

  /** All that `work` asks happens, or nothing. Several statements may be under way at once; the server keeps their order. */
  async transaction<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take()
    try {
      const begun = connection.begin(begin)
      begun.catch(() => undefined)
      const result = await work(connection).finally(() => begun)
      await connection.commit()
      return result
    } catch (error) {
      await connection.rollBack()
      throw error
    } finally {
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
