import { connect, createServer, type Socket } from 'node:net'

/** A network between a client and a server that can be cut. */
export interface Proxy {
  readonly port: number
  /** How often a client said something after it had heard the answer to what it said before. */
  turns(): number
  /** Resets every connection, as a failover or a firewall does. */
  cut(): void
  stop(): Promise<void>
}

/** With a delay, answers take so long, and what a client says without waiting for them is one turn. */
export async function startProxy(host: string, port: number, delayMs = 0): Promise<Proxy> {
  const clients = new Set<Socket>()
  let turns = 0
  const server = createServer((client) => {
    const upstream = connect(port, host)
    clients.add(client)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      if (delayMs === 0) from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    let isAnswered = true
    client.on('data', (chunk) => {
      turns += Number(isAnswered)
      isAnswered = false
      if (delayMs > 0) upstream.write(chunk)
    })
    if (delayMs > 0)
      upstream.on('data', (chunk) =>
        setTimeout(() => {
          isAnswered = true
          client.write(chunk)
        }, delayMs),
      )
    client.on('close', () => clients.delete(client))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    turns: () => turns,
    stop: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
