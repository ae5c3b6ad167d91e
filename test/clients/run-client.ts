import { spawn } from 'node:child_process'
import type { Deed, Driver, Place } from './drivers/driver.ts'
import { startOf } from './installed.ts'
import { type ModelRequest, markerOf, startScriptedModel } from './model/scripted-model.ts'

const LIMIT_MS = 90_000

/** What a person types, and what the model then does; `delegated` is what it does in a subagent. */
export interface Work {
  readonly prompt: string
  readonly deeds: readonly Deed[]
  readonly delegated?: readonly Deed[]
  /** Goes on with the last session. */
  readonly isMore?: boolean
}

export interface Ran {
  readonly exitCode: number | null
  readonly output: string
  /** What the model was asked in the session itself, and in the subagent, as the bytes that came. */
  readonly main: readonly ModelRequest[]
  readonly sub: readonly ModelRequest[]
}

/** The task of the subagent, to be used in `delegate`. */
export const DELEGATED = `${markerOf('sub')} Look at the price and say what you found.`

/** Lets the real client do some work with a model that says what the deeds say. */
export async function runClient(driver: Driver, place: Place, work: Work): Promise<Ran> {
  const scriptOf = (deeds: readonly Deed[]) => deeds.flatMap((deed) => driver.script(deed, place))
  const model = await startScriptedModel({ main: scriptOf(work.deeds), sub: scriptOf(work.delegated ?? []) })
  try {
    driver.prepare(place, model.url)
    const text = `${markerOf('main')}\n${work.prompt}`
    const ended = await start(driver, place, { text, modelUrl: model.url, isMore: work.isMore ?? false })
    const of = (script: string) => model.requests.filter((request) => request.script === script)
    return { ...ended, main: of('main'), sub: of('sub') }
  } finally {
    await model.stop()
  }
}

type Prompt = Parameters<Driver['launch']>[1]

async function start(driver: Driver, place: Place, prompt: Prompt) {
  const [program, ...before] = startOf(driver.name)
  const { args, environment } = driver.launch(place, prompt)
  // Nothing of this machine's own environment but the way to its programs: no key, no proxy, no setting.
  const env = { PATH: process.env.PATH, HOME: place.home, TERM: 'dumb', ...environment }
  const child = spawn(program, [...before, ...args], {
    cwd: place.repository,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const endGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // Everything in the group has ended.
    }
  }
  const timer = setTimeout(endGroup, LIMIT_MS)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  clearTimeout(timer)
  endGroup()
  return { exitCode, output }
}
