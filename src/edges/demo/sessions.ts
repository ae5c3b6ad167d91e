import { join } from 'node:path'
import type { PayloadOf } from '../../domain/events/catalogue.ts'
import { MINUTE_MS } from '../../domain/numbers.ts'
import type { Mettle } from '../../open.ts'
import { Spool } from '../hook/spool.ts'
import type { StoryClock } from './play.ts'
import { CHECKS, type Trap } from './story.ts'

type Client = PayloadOf<'session-started'>['client']
type Used = Omit<PayloadOf<'tool-used'>, 'call'>

/** A prompt, a step, or the agent's last words. */
type Moment = { readonly prompt: string } | Used | { readonly said: string }

interface Session {
  readonly run: string
  readonly client: Client
  readonly model: string
  readonly moments: readonly Moment[]
}

function shell(command: string, exitCode: number, output: string): Used {
  const ended = exitCode === 0 ? 'passed' : 'failed'
  return { tool: 'Bash', kind: 'shell', command, ended, exitCode, output }
}

function edit(file: string, added: string): Used {
  return { tool: 'Edit', kind: 'edit', files: [file], added, ended: 'passed' }
}

const PASSED = 'Test Files  9 passed (9)\n     Tests  74 passed (74)'

/** Sessions that people of the project had with their agents, in the order in which they had them. */
const SESSIONS: readonly Session[] = [
  {
    run: '0b6e4f1a-demo-claude-code',
    client: 'claude-code',
    model: 'claude-opus-4-5',
    moments: [
      { prompt: 'show the delivery window on the page of a parcel' },
      edit('src/parcels/page.ts', 'export const windowOf = (parcel: Parcel) => parcel.deliveryWindow'),
      shell('npm test', 1, 'error: column parcels.delivery_window does not exist\nTests  3 failed (74)'),
      shell('npm run migrate', 0, 'applied 0042_delivery_window.sql'),
      shell('npm test', 0, PASSED),
      { said: 'The page of a parcel shows its delivery window, and all tests pass.' },
      { prompt: 'good. one rule: never log a parcel id in plain text here, mask it with maskParcel() first' },
      edit('src/parcels/page.ts', 'log.info({ parcel: maskParcel(parcel.id) })'),
      shell('npm test', 0, PASSED),
      { said: 'Every log line of the page masks the id now.' },
    ],
  },
  {
    run: '7c21d9e8-demo-codex',
    client: 'codex',
    model: 'gpt-5.1-codex',
    moments: [
      { prompt: 'the list of depots takes four seconds, find out why' },
      shell('rg -n "for .* of depots" src', 0, 'src/depots/list.ts:31:  for (const depot of depots)'),
      edit('src/depots/list.ts', 'const counts = await countParcelsByDepot(depots.map(({ id }) => id))'),
      shell('npm test', 1, 'AssertionError: expected 12 depots, got 11\nTests  1 failed (74)'),
      edit('src/depots/list.ts', 'counts.get(depot.id) ?? 0'),
      shell('npm test', 0, PASSED),
      { said: 'One query for all depots in place of one for each; empty depots are counted as zero.' },
    ],
  },
  {
    run: 'e5a80c37-demo-gemini',
    client: 'gemini',
    model: 'gemini-3-pro',
    moments: [
      { prompt: 'release 2.4 to the staging registry' },
      {
        tool: 'run_shell_command',
        kind: 'shell',
        command: 'docker push registry.example.com/parcels:2.4',
        ended: 'denied',
      },
      { said: 'The push needs your approval, so I have not released anything.' },
    ],
  },
]

/** The checks of a run: commands that fail if it fell into a trap, and pass once that is fixed. */
export async function playChecks(
  mettle: Mettle,
  clock: StoryClock,
  run: string,
  { traps, fallen }: { readonly traps: readonly Trap[]; readonly fallen: readonly Trap[] },
): Promise<void> {
  const moments = traps.flatMap((trap) => {
    const [command, fails = ''] = CHECKS[trap.file] ?? []
    if (command === undefined) return []
    const passes = shell(command, 0, PASSED)
    return fallen.includes(trap) ? [shell(command, 1, fails), passes] : [passes]
  })
  await leaveMoments(mettle, clock, { run, client: 'claude-code', model: 'claude-opus-4-5', moments })
}

export async function playSession(mettle: Mettle, clock: StoryClock, number: number): Promise<void> {
  const session = SESSIONS[number]!
  await leaveMoments(mettle, clock, session)
  await mettle.settleSession({ run: session.run })
}

/** Plays a session as hooks see it: each event is spooled, then recorded. */
async function leaveMoments(mettle: Mettle, clock: StoryClock, session: Session): Promise<void> {
  const { run, client, model, moments } = session
  const leave = (add: (spool: Spool) => void) => {
    const spool = new Spool(join(mettle.workspace.home, 'spool'), { run, client, now: clock.now() })
    add(spool)
    spool.write()
    clock.advance(MINUTE_MS)
  }
  leave((spool) => spool.add('session-started', { client, model }))
  for (const [index, moment] of moments.entries()) {
    if ('prompt' in moment) await mettle.inject({ role: 'builder', run, task: moment.prompt })
    leave((spool) => {
      if ('prompt' in moment) spool.add('prompt-given', { text: moment.prompt })
      else if ('said' in moment) spool.add('turn-ended', { said: moment.said })
      else spool.add('tool-used', { call: `${run}-${index}`, ...moment })
    })
  }
  leave((spool) => spool.add('session-ended', { reason: 'exit' }))
  await mettle.keepUp()
}
