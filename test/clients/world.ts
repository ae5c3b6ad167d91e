import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from '../repositories/repository.ts'
import { typedByPerson } from '../worlds/terminal.ts'
import { type Ended, startClient, surroundings } from './client-process.ts'
import type { Action, Driver } from './drivers/driver.ts'
import { installMettle, mettleIn, PROGRAM } from './mettle.ts'
import { type ModelRequest, markerOf, type Script, startScriptedModel } from './model/scripted-model.ts'
import { endAll } from './processes.ts'
import { openClient } from './terminal.ts'

/** How many tokens the model counts when it does something. */
interface Counted {
  readonly tokens?: number
}

/** What a person types, and what the model then does; `delegated` is what it does in a subagent. */
export interface Work {
  readonly prompt: string
  readonly actions: readonly (Action & Counted)[]
  readonly delegated?: readonly Action[]
  /** Goes on with the last session, or with the one of that id. */
  readonly isMore?: boolean | string
}

export interface Ran extends Ended {
  /** What the model was asked in the session itself, and in the subagent, as the bytes that came. */
  readonly main: readonly ModelRequest[]
  readonly sub: readonly ModelRequest[]
}

/** The task of the subagent, to be used in `delegate`. */
export const DELEGATED = `${markerOf('sub')} Check that the price is in whole cents, and say what you found.`

/** An empty home, an empty repository, a model, and the real client between them. */
export async function newWorld(driver: Driver) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-client-')))
  const model = await startScriptedModel()
  const at = (name: string) => join(root, name)
  const place = { home: at('home'), repository: at('repository'), programs: at('bin'), modelUrl: model.url }
  for (const folder of [place.home, place.repository]) mkdirSync(folder)
  installMettle(place.programs)
  const mettle = mettleIn(place.repository, surroundings(place))
  git(place.repository, 'init', '-q')
  driver.prepare(place, model.url)
  const scriptOf = (actions: readonly (Action & Counted)[] = []) =>
    actions.flatMap(({ tokens, ...action }) =>
      (
        ('turn' in action
          ? [action.turn]
          : driver.script(action as Exclude<Action, { turn: unknown }>, place)) as Script
      ).map((turn) => (typeof turn === 'function' || tokens === undefined ? turn : { ...turn, tokens })),
    )
  return {
    ...place,
    root,
    mettle: (...line: string[]) => mettle(line),
    /** What a command tells, as data. */
    told: async (...line: string[]) => JSON.parse(await mettle([...line, '--json'])),
    /** What a person types at a terminal of their own, with the code that the command asks for. */
    typed: async (...line: string[]) => {
      const words = [process.execPath, PROGRAM, ...line].map((word) => `'${word}'`).join(' ')
      const { code, screen } = await typedByPerson(`cd '${place.repository}' && ${words}`, {
        ...(surroundings(place) as Record<string, string>),
      })
      if (code !== 0) throw new Error(`mettle ${line.join(' ')}: ${screen}`)
    },
    /** Installs the plugins of the package in this folder, as a person would. */
    connect: async (packageRoot: string) => {
      for (const words of driver.connect(packageRoot)) {
        const { exitCode, output } = await startClient(driver, place, words)
        if (exitCode !== 0) throw new Error(`${driver.name} ${words.join(' ')}: ${output}`)
      }
    },
    /** Lets the client work with a model that does what the actions say. */
    run: async ({ prompt, actions, delegated, isMore = false }: Work): Promise<Ran> => {
      const requests = model.play({ main: scriptOf(actions), sub: scriptOf(delegated) })
      const words = driver.words(`${markerOf('main')}\n${prompt}`, isMore)
      const ended = await startClient(driver, place, words)
      const of = (script: string) => requests.filter((request) => request.script === script)
      return { ...ended, main: of('main'), sub: of('sub') }
    },
    /** Opens the client at a terminal, with a model that does the same after every prompt. */
    open: async (actions: readonly (Action & Counted)[]) => {
      const { terminal } = driver
      const requests = model.play({ main: scriptOf(actions) })
      const client = openClient(driver, place)
      await client.ready()
      /** Types a prompt, and gives what the model is asked until the agent is done with it. */
      const ask = async (prompt: string) => {
        const since = requests.length
        const main = () => requests.slice(since).filter(({ script }) => script === 'main')
        await client.type(`${markerOf('main')} ${prompt}`)
        await client.until(() => main().length >= actions.length)
        await client.settle()
        return main()
      }
      /** Types a command of the client. */
      const command = async (name: 'compact' | 'clear') => {
        await client.type(terminal[name])
        await client.settle()
      }
      return { ask, command, close: client.close }
    },
    /** Ends what still runs and takes everything away. */
    remove: async () => {
      await endAll(place.home)
      await model.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof newWorld>>
