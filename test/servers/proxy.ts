import { connect, createServer, type Socket } from 'node:net'

/** A network between a client and a server that can be cut. */
export interface Proxy {
  readonly port: number
  /** Resets every connection, as a failover or a firewall does. */
  cut(): void
  stop(): Promise<void>
}

export async function startProxy(host: string, port: number): Promise<Proxy> {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, host)
    clients.add(client)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    client.on('close', () => clients.delete(client))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    stop: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
