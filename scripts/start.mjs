// `npm start`: plays the demo into a folder of its own, and serves its journal in the dashboard until Ctrl-C. Where CI is set it looks whether the
// page answers, and ends.
import './quiet-pipe.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const mettle = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'cli', 'bin.js')
const folder = join(mkdtempSync(join(tmpdir(), 'mettle-demo-')), 'parcels')
const { status } = spawnSync(process.execPath, [mettle, 'demo', '--dir', folder, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

if (process.env.CI) await lookOnce()
else await serve()

async function serve() {
  console.log('\nThe same, in a browser:\n')
  const child = spawn(process.execPath, [mettle, 'dashboard', '--port', '0'], {
    cwd: folder,
    stdio: 'inherit',
  })
  // Ctrl-C reaches both; the server says when it has ended.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  process.exit(code ?? 0)
}

async function lookOnce() {
  const options = ['dashboard', '--no-open', '--json', '--port', '0']
  const child = spawn(process.execPath, [mettle, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')])
  const { origin } = new URL(JSON.parse(line).link)
  const answer = await fetch(origin)
  const isPage = answer.ok && (await answer.text()).includes('<title>Mettle</title>')
  child.kill('SIGTERM')
  await once(child, 'close')
  console.log(isPage ? '\nThe dashboard answers.' : `\nThe dashboard does not answer (${answer.status}).`)
  process.exit(isPage ? 0 : 1)
}
