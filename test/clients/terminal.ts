import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { endGroup, surroundings } from './client-process.ts'
import type { Driver, Place } from './drivers/driver.ts'
import { startOf } from './installed.ts'

const LIMIT_MS = 60_000
const STEP_MS = 100
/** A client that is given a line and its end in one piece takes them for pasted text, and waits. */
const BETWEEN_KEYS_MS = 500
const SETTLING_MS = 4_000

/** Starts the real client at a terminal, as a person does who types into it. */
export function openClient(driver: Driver, place: Place & { readonly modelUrl: string }) {
  const line = [...startOf(driver.name), ...driver.terminal.words].map((word) => `'${word}'`).join(' ')
  const env = { ...surroundings(place), ...driver.environment(place, place.modelUrl) }
  const child = spawn('script', ['-qefc', `stty cols 120 rows 50; exec ${line}`, '/dev/null'], {
    cwd: place.repository,
    env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: 'pipe',
    detached: true,
  })
  let screen = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (screen += chunk))
  const shown = () => screen.replace(CONTROLS, '')
  /** Waits until it is so; fails with what stood on the screen. */
  const until = async (isSo: () => boolean) => {
    const end = Date.now() + LIMIT_MS
    while (!isSo()) {
      if (Date.now() > end) throw new Error(`${driver.name} did not come to ${isSo}: ${shown().slice(-4_000)}`)
      await sleep(STEP_MS)
    }
  }
  /** What a client does at the end of a turn it does not say. */
  const settle = () => sleep(SETTLING_MS)
  const type = async (text: string) => {
    for (const part of [text, '\r']) {
      child.stdin.write(part)
      await sleep(BETWEEN_KEYS_MS)
    }
  }
  /** Waits until it can be typed into. */
  const ready = async () => {
    await until(() => driver.terminal.ready.test(shown()))
    await settle()
  }
  return { ready, type, until, settle, close: () => endGroup(child.pid) }
}

const ESCAPE = '\u001b'
/** Movements of the cursor and colours. */
const CONTROLS = new RegExp(`${ESCAPE}(?:\\[[0-9;?<>=]*[a-zA-Z]|[()=>][0-9AB]?)`, 'g')
