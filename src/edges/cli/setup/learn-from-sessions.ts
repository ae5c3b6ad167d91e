import { CLIENTS, type Client } from '../../../domain/values/session.ts'
import type { SessionOnDisk, SessionsImported } from '../../../loop/sessions/import-sessions.ts'
import { labelOf } from '../../connection/clients.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk } from '../input/ask.ts'
import { grouped, quantity } from '../output/numbers-text.ts'

const SINCE_DAYS = 90
const MOST_SHOWN = 8

/** Reads sessions that are on this machine already, and shows what was learned from them. */
export async function learnFromSessions(
  context: CommandContext,
  request: { readonly clients: readonly Client[]; readonly sinceDays: number; readonly dryRun: boolean },
): Promise<void> {
  const mettle = await context.openMettle()
  const imported = await context.during('Reading sessions', (onProgress) =>
    mettle.importSessions({ ...request, onProgress }),
  )
  context.show(imported, () => importedText(imported).join('\n'))
}

/** Offers to read earlier sessions of newly connected clients. */
export async function offerSessions(context: CommandContext): Promise<readonly string[]> {
  const mettle = await context.openMettle()
  const { values } = mettle.config
  if (!values['hook.record'] || !values['session.readTranscripts']) return []
  const { sessions } = await mettle.importSessions({ sinceDays: SINCE_DAYS, dryRun: true })
  if (sessions.length === 0) return []
  const known = new Set((await mettle.sessions({ limit: 200 })).map(({ run }) => run))
  const fresh = sessions.filter(({ run }) => !known.has(run))
  if (fresh.length === 0) return []
  const there = `${countsText(fresh)} of this repository ${fresh.length === 1 ? 'is' : 'are'} on this machine.`
  if (!canAsk(context))
    return ['', `${there} To learn from ${fresh.length === 1 ? 'it' : 'them'}:`, '  mettle import --client all']
  if (!(await ask(context, `${there} Learn from ${fresh.length === 1 ? 'it' : 'them'} now?`)))
    return ['', 'Later: mettle import --client all']
  const imported = await context.during('Reading sessions', (onProgress) =>
    mettle.importSessions({ sinceDays: SINCE_DAYS, onProgress }),
  )
  return ['', ...importedText(imported)]
}

function importedText(imported: SessionsImported): string[] {
  const { sessions, sinceDays, dryRun, facts, rules, confirmed, waiting } = imported
  if (sessions.length === 0)
    return [
      `No session of this repository in the last ${quantity(sinceDays, 'day')} is on this machine.`,
      `To look further back: mettle import --client all --days ${sinceDays * 4}`,
    ]
  const [first, last] = [dayOf(sessions[0]!), dayOf(sessions.at(-1)!)]
  const when = first === last ? `of ${first}` : `from ${first} to ${last}`
  if (dryRun) return [`Would read ${countsText(sessions)} ${when}. Nothing was read or changed.`]
  const part = (head: string, texts: readonly string[]) =>
    texts.length === 0
      ? []
      : [
          '',
          head,
          ...texts.slice(0, MOST_SHOWN).map((text) => `  ${text}`),
          ...(texts.length > MOST_SHOWN ? [`  and ${grouped(texts.length - MOST_SHOWN)} more`] : []),
        ]
  return [
    `Read ${countsText(sessions)} ${when}: ${facts === 0 ? 'nothing new' : `${quantity(facts, 'new step')} recorded`}.`,
    ...part('Rules that you had given, shown at every start from now on:', rules),
    ...part('Came back in several sessions, shown from now on:', confirmed),
    ...part('Found once; decide with mettle review:', waiting),
    ...(rules.length + confirmed.length + waiting.length === 0 ? ['No lesson was found in them.'] : []),
  ]
}

/** `12 sessions of Claude Code and 1 session of Codex`; a resumed session may span several files. */
function countsText(sessions: readonly SessionOnDisk[]): string {
  const counts = CLIENTS.flatMap((client) => {
    const count = new Set(sessions.flatMap((one) => (one.client === client ? [one.run] : []))).size
    return count === 0 ? [] : [`${quantity(count, 'session')} of ${labelOf(client)}`]
  })
  const last = counts.pop() ?? ''
  return counts.length === 0 ? last : `${counts.join(', ')} and ${last}`
}

function dayOf({ startedAt }: SessionOnDisk): string {
  return new Date(startedAt).toISOString().slice(0, 10)
}
